package dev.waybill.cli.relay;

/**
 * A row of {@code outbox.relay_process}: a process that streams or stands by.
 *
 * @param silentSeconds since it last said that it lives, by the database's clock
 */
record RelayProcess(String name, String status, double silentSeconds) {

  /** A process says that it lives every 30 to 60 s; so long a silence is no delay any more. */
  private static final double GONE_SECONDS = 180;

  /** What it said last, and whether it is gone since. */
  String describe() {
    return silentSeconds > GONE_SECONDS ? "gone, was " + status : status;
  }
}

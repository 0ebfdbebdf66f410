package dev.waybill.cli.relay;

/**
 * A row of {@code outbox.relay_process}: a process that streams or stands by.
 *
 * @param silentSeconds since it last said that it lives, by the database's clock
 */
record RelayProcess(String name, String status, double silentSeconds) {}

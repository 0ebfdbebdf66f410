package dev.waybill.lab.fault;

import java.time.Duration;

/** {@code pg_terminate_backend} of connections. */
public record EndConnections(Whose whose) implements Fault {
  @Override
  public String kind() {
    return "end-connections";
  }

  @Override
  public String describe() {
    return "pg_terminate_backend of " + whose.words;
  }

  @Override
  public Duration lasting() {
    return Duration.ZERO;
  }

  @Override
  public Heal strike(Site site) throws Exception {
    site.superuser()
        .run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                + whose.condition
                + " AND pid <> pg_backend_pid()");
    return Heal.NOTHING;
  }

  /** Whose connections. */
  public enum Whose {
    /** The one that the WAL comes through. */
    STREAM("the relay's stream", "backend_type = 'walsender'"),
    /** Those that lease and ledger are written through. */
    RELAYS(
        "the relays' statements", "usename = 'waybill_relay' AND backend_type = 'client backend'"),
    /** The load's. */
    WRITERS("the writers", "usename = 'waybill_writer'"),
    /** The handler's. */
    HANDLER("the handler", "usename = 'waybill_handler'");

    private final String words;
    private final String condition;

    Whose(String words, String condition) {
      this.words = words;
      this.condition = condition;
    }
  }
}

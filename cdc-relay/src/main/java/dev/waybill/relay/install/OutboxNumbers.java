package dev.waybill.relay.install;

import dev.waybill.relay.status.NotReadyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Where the writer's numbers stand, and which table and sequence they are of. */
record OutboxNumbers(JdbcClient jdbc, String relay) {

  /**
   * Returns when no number was published that the sequence has not given yet.
   *
   * @throws NotReadyException when one was
   */
  void requireGoOn() {
    Numbers numbers = numbers();
    if (numbers.drawn() < numbers.published()) {
      throw new NotReadyException(
          "outbox.message_seq is at "
              + numbers.drawn()
              + ", but messages up to "
              + numbers.published()
              + " were published: the table was re-created or restored, or the sequence set back,"
              + " and its numbers start again",
          // Never back, whatever writers draw meanwhile; one more, since a sequence that was made
          // anew has not given its first number.
          "as the migrator: SELECT max(nextval('outbox.message_seq')) FROM generate_series(1, "
              + (numbers.published() - numbers.drawn() + 1)
              + "); what was staged since follows by itself, see runbooks/relay-not-ready.md,"
              + " section 'numbers that begin again'");
    }
  }

  private Numbers numbers() {
    return jdbc.sql(
            """
            SELECT (SELECT last_value FROM outbox.message_seq) AS drawn,
                   greatest(
                     (SELECT verified_seq FROM outbox.relay_installation WHERE relay = :relay),
                     (SELECT max(upper(seqs)) - 1 FROM outbox.dispatch_batch
                      WHERE relay = :relay AND scope = 'all'),
                     0) AS published
            """)
        .param("relay", relay)
        .query((row, index) -> new Numbers(row.getLong("drawn"), row.getLong("published")))
        .single();
  }

  /**
   * Names the table and its sequence; otherwise when one was made anew, or the latter restarted.
   */
  String identity() {
    return jdbc.sql(
            """
            SELECT concat_ws('/', 'outbox.message'::regclass::oid,
              'outbox.message_seq'::regclass::oid, pg_relation_filenode('outbox.message_seq'))
            """)
        .query(String.class)
        .single();
  }

  /**
   * The writer's numbers.
   *
   * @param drawn the last one that was given
   * @param published the greatest one that was published
   */
  private record Numbers(long drawn, long published) {}
}

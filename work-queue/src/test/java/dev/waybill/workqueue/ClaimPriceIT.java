package dev.waybill.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.testbed.StopTable;
import dev.waybill.workqueue.testbed.Worker;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a claim reads does not grow with the table: counted in rows, so the same on any machine. */
class ClaimPriceIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final int ROWS = 20_000;
  private static final int LIMIT = 10;

  /** Candidates, their locks, their groups, and the rows of other states before them. */
  private static final int MOST_ROWS_READ = 20 * LIMIT;

  private static final int GROUPS = 50;

  /** Some descents of an index for each group: its first row, the next, what is before it. */
  private static final long MOST_PAGES_READ = 30L * GROUPS;

  private static StopTable stops;
  private static Worker worker;

  @BeforeAll
  static void connect() {
    stops = StopTable.in(servers.database());
    worker = stops.worker("worker", StopTable.ORDERED);
  }

  @AfterAll
  static void disconnect() {
    worker.close();
    stops.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "due rows, p#, pending, -1",
    "rows that are not due, p#, pending, 1",
    "rows that wait behind one, p, waiting, -1"
  })
  void readsFewOfManyRows(String name, String parcel, String state, int days) {
    stops.clear();
    stops.add("a", "p", "pending");
    stops.addMany(ROWS, "a", parcel, state, Duration.ofDays(days));

    assertThat(rowsReadByAClaim()).as("without statistics").isLessThan(MOST_ROWS_READ);

    stops.owner().sql("ANALYZE parcels.stop").update();
    assertThat(rowsReadByAClaim()).as("with statistics").isLessThan(MOST_ROWS_READ);
  }

  /**
   * Index entries that are passed over are no rows, so pages are counted: what a condition allows
   * must not be read from its beginning for each group.
   */
  @Test
  void stepsFromGroupToGroupHoweverManyWaitInEach() {
    stops.clear();
    for (int group = 0; group < GROUPS; group++) {
      stops.addMany(ROWS / GROUPS, "a", "p" + group, "waiting", Duration.ofDays(-1));
    }
    stops.owner().sql("VACUUM ANALYZE parcels.stop").update();

    try (Worker narrow =
        stops.worker("narrow", StopTable.ORDERED.where("work.depot = '" + StopTable.DEPOT + "'"))) {
      assertThat(claimAndRollBack(narrow)).isEqualTo(LIMIT);
      long before = indexPagesRead();
      assertThat(claimAndRollBack(narrow)).isEqualTo(LIMIT);

      assertThat(indexPagesRead() - before).isBetween(1L, MOST_PAGES_READ);
    }
  }

  private static int claimAndRollBack(Worker by) {
    return Objects.requireNonNull(
        by.transaction()
            .execute(
                status -> {
                  // Else the server tells what was read up to a minute later.
                  by.jdbc()
                      .sql("SELECT pg_stat_force_next_flush()")
                      .query((row, index) -> index)
                      .list();
                  int claimed = by.claim(LIMIT).size();
                  status.setRollbackOnly();
                  return claimed;
                }));
  }

  private static long indexPagesRead() {
    return stops
        .owner()
        .sql(
            """
            SELECT idx_blks_read + idx_blks_hit FROM pg_statio_user_tables
            WHERE schemaname = 'parcels' AND relname = 'stop'
            """)
        .query(Long.class)
        .single();
  }

  private static long rowsReadByAClaim() {
    return Objects.requireNonNull(
        worker
            .transaction()
            .execute(
                status -> {
                  long before = rowsRead();
                  assertThat(worker.claim(LIMIT)).isNotEmpty();
                  status.setRollbackOnly();
                  return rowsRead() - before;
                }));
  }

  private static long rowsRead() {
    return worker
        .jdbc()
        .sql(
            """
            SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables
            WHERE schemaname = 'parcels' AND relname = 'stop'
            """)
        .query(Long.class)
        .single();
  }
}

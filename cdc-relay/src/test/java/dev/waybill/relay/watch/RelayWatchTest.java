package dev.waybill.relay.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.process.ProcessBeat;
import dev.waybill.relay.process.ProcessName;
import dev.waybill.relay.process.ProcessTable;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.SlotReader;
import dev.waybill.relay.wal.WalGuard;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class RelayWatchTest {

  private final StatusBoard status = new StatusBoard(System::nanoTime);
  private final WatchBoard board = new WatchBoard(System::nanoTime);

  @Test
  void looksOnAfterAnAnswerThatItCannotUnderstand() throws Exception {
    CountDownLatch looks = new CountDownLatch(3);
    RelayWatch watch =
        watch(
            () -> {
              looks.countDown();
              throw new IllegalStateException("an answer of a later version");
            });
    watch.start();
    try {
      assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.isRunning()).isTrue();
      assertThat(board.silent()).contains("PostgreSQL does not answer");
    } finally {
      watch.stop();
    }
  }

  /** With no database at all. */
  private RelayWatch watch(BooleanSupplier broker) {
    JdbcClient jdbc = JdbcClient.create(new DriverManagerDataSource("jdbc:none:"));
    return new RelayWatch(
        new RelayWatch.Looks(
            new SlotReader(jdbc, "waybill_main"),
            new WalGuard("main", "waybill_main", 1),
            new OutboxReader(jdbc, "main"),
            new DaysAheadAlarm(7),
            new ProcessBeat(
                new ProcessTable(jdbc),
                "main",
                new ProcessName("process"),
                status,
                Duration.ofSeconds(30),
                System::nanoTime),
            broker,
            new SilenceAlarm(System::nanoTime),
            status),
        board,
        Duration.ofMillis(1));
  }
}

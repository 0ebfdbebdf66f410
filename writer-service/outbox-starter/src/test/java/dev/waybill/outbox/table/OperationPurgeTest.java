package dev.waybill.outbox.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class OperationPurgeTest {

  private final OperationPurge purge =
      new OperationPurge(
          new OperationTable(new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/nowhere")),
          Duration.ofDays(7));

  @Test
  void outlivesADatabaseThatIsAwayAndEndsWithTheApplication() {
    assertThat(purge.isRunning()).isFalse();
    purge.start();

    assertThatCode(purge::purge).doesNotThrowAnyException();
    assertThat(purge.isRunning()).isTrue();
    purge.stop();
    assertThat(purge.isRunning()).isFalse();
    assertThatCode(purge::stop).doesNotThrowAnyException();
  }
}

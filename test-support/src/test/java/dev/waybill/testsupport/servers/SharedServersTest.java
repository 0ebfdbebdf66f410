package dev.waybill.testsupport.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedServersTest {
  @Test
  void takesGivenServersAndStartsNone() {
    Map<String, String> environment =
        Map.of(
            "WAYBILL_TEST_POSTGRES_URL",
            "jdbc:postgresql://db.example:5433/postgres?user=root&password=secret",
            "WAYBILL_TEST_KAFKA",
            "kafka.example:9092");
    try (SharedServers servers = new SharedServers(environment::get, () -> false)) {
      assertThat(servers.postgres().jdbcUrl("orders"))
          .isEqualTo("jdbc:postgresql://db.example:5433/orders");
      assertThat(servers.bootstrapServers()).isEqualTo("kafka.example:9092");
    }
  }

  @Test
  void prefersEmbeddedServersToContainers() {
    try (SharedServers embeddable = new SharedServers(name -> null, () -> true);
        SharedServers other = new SharedServers(name -> null, () -> false)) {
      assertThat(embeddable.started()).isInstanceOf(EmbeddedServers.class);
      assertThat(other.started()).isInstanceOf(ContainerServers.class);
    }
  }
}

package dev.waybill.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.network.Ports;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaMainIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void comesBackWithItsTopicsAfterItWasKilled(@TempDir Path folder) throws Exception {
    int port = Ports.free();
    try (ChildProcess first = LocalKafkaMain.process(folder, port).start()) {
      first.awaitLine(LocalKafkaMain.READY, PATIENCE);
      try (Admin admin = admin(port)) {
        admin.createTopics(List.of(new NewTopic("survivor", 1, (short) 1))).all().get();
      }
      first.kill();
      assertThat(first.exitCode()).hasValue(137);
    }

    try (ChildProcess second = LocalKafkaMain.process(folder, port).start()) {
      second.awaitLine(LocalKafkaMain.READY, PATIENCE);
      try (Admin admin = admin(port)) {
        assertThat(admin.listTopics().names().get()).contains("survivor");
      }
      assertThat(second.terminate(PATIENCE)).isEqualTo(143);
    }
  }

  private static Admin admin(int port) {
    return Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));
  }
}

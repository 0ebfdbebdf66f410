package dev.waybill.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.network.Ports;
import dev.waybill.local.network.TcpProxy;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaMainIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void comesBackWithItsTopicsAfterItWasKilledAndKeepsClientsOnTheirLink(@TempDir Path folder)
      throws Exception {
    int port = Ports.free();
    try (ChildProcess first = LocalKafkaMain.process(folder, port).start()) {
      first.awaitLine(LocalKafkaMain.READY, PATIENCE);
      try (Admin admin = admin(port)) {
        admin.createTopics(List.of(new NewTopic("survivor", 1, (short) 1))).all().get();
      }
      first.kill();
      assertThat(first.exitCode()).hasValue(137);
    }

    int listener = Ports.free();
    try (TcpProxy link = TcpProxy.to("127.0.0.1", listener);
        ChildProcess second =
            LocalKafkaMain.process(folder, port)
                .arguments(LocalKafkaMain.link(listener, link.port()))
                .start()) {
      second.awaitLine(LocalKafkaMain.READY, PATIENCE);
      try (Admin admin = admin(port);
          Admin linked = admin(link.port())) {
        assertThat(admin.listTopics().names().get()).contains("survivor");
        assertThat(linked.describeCluster().nodes().get())
            .extracting(Node::port)
            .containsExactly(link.port());
        assertThat(linked.listTopics().names().get()).contains("survivor");
      }
      assertThat(second.terminate(PATIENCE)).isEqualTo(143);
    }
  }

  private static Admin admin(int port) {
    return Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));
  }
}

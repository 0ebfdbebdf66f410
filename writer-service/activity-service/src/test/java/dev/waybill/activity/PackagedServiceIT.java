package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.WriterDatabase;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import dev.waybill.testsupport.servers.Servers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is deployed. */
class PackagedServiceIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final Path JAR = Path.of("target", "activity-service-exec.jar");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String CALL = "{\"type\": \"call\", \"title\": \"Call back\"}";

  /** There is no relay and no Kafka here, and nobody to miss them. */
  @Test
  void startsServesAndStopsWithoutRelayOrKafka(@TempDir Path folder) throws IOException {
    WriterDatabase database = WriterDatabase.in(servers.database());
    TokenIssuer tokens = new TokenIssuer();
    int port = freePort();
    try (ChildProcess service =
        ChildProcess.builder("activity-service")
            .jar(JAR)
            .shortLived()
            .jvmOptions("-Xmx256m")
            .arguments(database.settings().toArray(String[]::new))
            .arguments(
                "--server.port=" + port,
                "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
                    + tokens.writePublicKey(folder))
            .start()) {
      service.awaitHttp(
          URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"),
          answer -> answer.statusCode() == 200,
          PATIENCE);
      Http anna = Http.at(port).as(tokens.token("acme", "anna", "activity-writer"));

      String id = anna.post("/activities", CALL).text("id");
      assertThat(anna.post("/activities/" + id + "/complete", "{\"version\": 1}").status())
          .isEqualTo(200);
      assertThat(database.counts()).isEqualTo(new WriterDatabase.Counts(1, 2, 2));

      service.signal(Signal.TERM);
      assertThat(service.awaitExit(PATIENCE)).isEqualTo(143);
      assertThat(Files.readString(service.logFile())).doesNotContain("WARN", "ERROR", "password");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

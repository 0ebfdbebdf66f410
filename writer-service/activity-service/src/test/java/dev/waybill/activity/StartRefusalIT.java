package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.activity.testbed.WriterDatabase;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.testsupport.servers.Servers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A start that cannot succeed ends with what is wrong and what to do. */
@ExtendWith(OutputCaptureExtension.class)
class StartRefusalIT {

  @RegisterExtension static final Servers servers = new Servers();

  @TempDir static Path folder = Path.of("");

  private static List<String> database = List.of();
  private static String key = "";

  @BeforeAll
  static void makeDatabase() {
    database = WriterDatabase.in(servers.database()).settings();
    key =
        "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
            + new TokenIssuer().writePublicKey(folder);
  }

  @AfterEach
  void dropTables() {
    WriterDatabase.in(servers.database())
        .asMigrator()
        .execute(
            "DROP SCHEMA IF EXISTS activity CASCADE; DROP SCHEMA IF EXISTS outbox CASCADE;"
                + " DROP PUBLICATION IF EXISTS waybill_outbox");
  }

  @Test
  void namesTheDatabaseThatIsUnreachable(CapturedOutput output) throws IOException {
    String nowhere = "jdbc:postgresql://127.0.0.1:" + freePort() + "/activity";
    List<String> unreachable =
        database.stream().map(s -> s.replaceFirst("url=.*", "url=" + nowhere)).toList();

    refuses(unreachable, key);

    assertThat(output).contains("refused", "Start PostgreSQL, or correct spring.datasource.url");
  }

  @Test
  void namesTheTablesThatAreMissing(CapturedOutput output) {
    refuses(database, key, "--waybill.outbox.schema=validate");

    assertThat(output).contains("not up to date", "waybill.outbox.schema=migrate");
  }

  @Test
  void namesItsOwnTablesWhenOnlyTheyAreMissing(CapturedOutput output) throws IOException {
    try (ServerSocket taken = takenPort()) {
      refuses(database, key, "--server.port=" + taken.getLocalPort());
    }
    WriterDatabase.in(servers.database()).asMigrator().execute("DROP SCHEMA activity CASCADE");

    refuses(database, key, "--waybill.outbox.schema=validate");

    assertThat(output)
        .contains("The tables in schema activity", "Start once with waybill.outbox.schema=migrate");
  }

  @Test
  void namesThePortThatIsTaken(CapturedOutput output) throws IOException {
    try (ServerSocket taken = takenPort()) {
      refuses(database, key, "--server.port=" + taken.getLocalPort());

      assertThat(output)
          .contains("Port " + taken.getLocalPort() + " was already in use", "another port");
    }
  }

  @Test
  void namesTheSettingsThatSayWhomToTrust(CapturedOutput output) {
    refuses(database);

    assertThat(output)
        .contains("Nothing says whose tokens to trust", "jwt.issuer-uri", "public-key-location");
  }

  private static void refuses(List<String> settings, String... more) {
    List<String> arguments = new ArrayList<>(List.of("--server.port=0"));
    arguments.addAll(settings);
    for (String setting : more) {
      if (setting.startsWith("--server.port")) {
        arguments.remove(0);
      }
      arguments.add(setting);
    }
    assertThatThrownBy(
            () ->
                SpringApplication.run(
                    ActivityServiceApplication.class, arguments.toArray(String[]::new)))
        .isNotNull();
  }

  private static ServerSocket takenPort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

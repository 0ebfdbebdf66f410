package dev.waybill.e2e.runbook;

import dev.waybill.local.kafka.LocalKafka;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A broker that speaks to nobody without TLS and a password, as most are run. Its clients load
 * classes by name for that, which works from a packaged jar only with the right class loader.
 */
record SecuredKafka(LocalKafka broker, String certificate) implements AutoCloseable {

  private static final String PASSWORD = "not-for-production";
  private static final String ALIAS = "broker";

  /** Starts a broker with a certificate of its own, made in the folder. */
  static SecuredKafka start(Path folder) {
    Path keys = folder.resolve("broker.p12");
    makeKeys(keys);
    String certificate = certificate(keys);
    LocalKafka broker =
        LocalKafka.builder()
            // The listener's name stays; what is spoken there changes.
            .setting("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT")
            // Named, or the broker would speak to itself without either.
            .setting("inter.broker.listener.name", "PLAINTEXT")
            .setting("sasl.enabled.mechanisms", "PLAIN")
            .setting("sasl.mechanism.inter.broker.protocol", "PLAIN")
            .setting(
                "listener.name.plaintext.plain.sasl.jaas.config",
                login("broker")
                    + " user_broker=\""
                    + PASSWORD
                    + "\" user_site=\""
                    + PASSWORD
                    + "\";")
            .setting("ssl.keystore.type", "PKCS12")
            .setting("ssl.keystore.location", keys.toString())
            .setting("ssl.keystore.password", PASSWORD)
            .setting("ssl.truststore.type", "PEM")
            .setting("ssl.truststore.certificates", certificate)
            .start();
    return new SecuredKafka(broker, certificate);
  }

  /** What a client has to set, the address included. */
  Map<String, String> clientSettings() {
    return Map.of(
        "bootstrap.servers",
        broker.bootstrapServers(),
        "security.protocol",
        "SASL_SSL",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login("site") + ";",
        "ssl.truststore.type",
        "PEM",
        "ssl.truststore.certificates",
        certificate);
  }

  @Override
  public void close() {
    broker.close();
  }

  private static String login(String user) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\""
        .formatted(user, PASSWORD);
  }

  private static void makeKeys(Path keys) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-storetype",
            "PKCS12",
            "-keystore",
            keys.toString(),
            "-storepass",
            PASSWORD,
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "san=ip:127.0.0.1");
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String certificate(Path keys) {
    try (InputStream in = Files.newInputStream(keys)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      String body =
          Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(store.getCertificate(ALIAS).getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.waybill.activity.testbed;

import dev.waybill.activity.ActivityServiceApplication;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.testsupport.servers.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * The whole service on a port of its own, as one of its own roles, for one test class. Register it
 * after {@link Servers}. There is no Kafka and no relay anywhere near.
 */
public final class RunningService implements BeforeAllCallback, AfterAllCallback {

  private static final String WRITER = "activity-writer";

  private final Servers servers;
  private final TokenIssuer tokens = new TokenIssuer();
  private final List<String> settings = new ArrayList<>(List.of("--server.port=0"));
  private Path folder = Path.of("");
  private ConfigurableApplicationContext context;
  private WriterDatabase database;

  @SuppressWarnings("NullAway.Init") // JUnit calls beforeAll first
  public RunningService(Servers servers, String... settings) {
    this.servers = servers;
    this.settings.addAll(List.of(settings));
  }

  @Override
  public void beforeAll(ExtensionContext extension) {
    try {
      folder = Files.createTempDirectory("activity-service");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    database = WriterDatabase.in(servers.database());
    settings.addAll(database.settings());
    settings.add(publicKeySetting());
    context =
        SpringApplication.run(ActivityServiceApplication.class, settings.toArray(String[]::new));
  }

  @Override
  public void afterAll(ExtensionContext extension) throws IOException {
    context.close();
    FileSystemUtils.deleteRecursively(folder);
  }

  public WriterDatabase database() {
    return database;
  }

  public TokenIssuer tokens() {
    return tokens;
  }

  /** Lets another process of the service accept the same tokens. */
  public String publicKeySetting() {
    return "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
        + tokens.writePublicKey(folder);
  }

  /** A part of the service. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** A part of the service, of which there are more of the type. */
  public <T> T bean(String name, Class<T> type) {
    return context.getBean(name, type);
  }

  /** Without a token. */
  public Http anonymous() {
    return Http.at(
        Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));
  }

  /** As a user who may write. */
  public Http as(String tenant, String user) {
    return anonymous().as(tokens.token(tenant, user, WRITER));
  }

  /** Adds an open activity at version 1 and tells its id. */
  public String planned(Http caller) {
    return caller.post("/activities", "{\"type\":\"call\",\"title\":\"Call back\"}").text("id");
  }
}

package dev.waybill.testsupport.servers;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.PostgresSetup;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The servers of this JVM, each given or embedded; JUnit closes them at the end of the run. */
final class SharedServers implements AutoCloseable {
  private final Function<String, @Nullable String> settings;
  private @Nullable LocalPostgres embeddedPostgres;
  private @Nullable LocalKafka embeddedKafka;

  /** Looks for given servers in system properties, then in the environment. */
  SharedServers() {
    this(name -> System.getProperty(name, System.getenv(name)));
  }

  SharedServers(Function<String, @Nullable String> settings) {
    this.settings = settings;
  }

  synchronized PostgresSetup postgres() {
    Optional<String> given = given("WAYBILL_TEST_POSTGRES_URL");
    if (given.isPresent()) {
      return PostgresSetup.at(given.get());
    }
    if (embeddedPostgres == null) {
      embeddedPostgres = LocalPostgres.builder().durable(false).start();
    }
    return embeddedPostgres.setup();
  }

  synchronized String bootstrapServers() {
    Optional<String> given = given("WAYBILL_TEST_KAFKA");
    if (given.isPresent()) {
      return given.get();
    }
    if (embeddedKafka == null) {
      embeddedKafka = LocalKafka.builder().start();
    }
    return embeddedKafka.bootstrapServers();
  }

  @Override
  public synchronized void close() {
    if (embeddedKafka != null) {
      embeddedKafka.close();
    }
    if (embeddedPostgres != null) {
      embeddedPostgres.close();
    }
  }

  private Optional<String> given(String name) {
    return Optional.ofNullable(settings.apply(name)).filter(value -> !value.isBlank());
  }
}

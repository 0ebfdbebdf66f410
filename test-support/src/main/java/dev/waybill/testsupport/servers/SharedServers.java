package dev.waybill.testsupport.servers;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.PostgresSetup;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The servers of this JVM: the first of given, embedded, in containers. JUnit closes what was
 * started at the end of the run.
 */
final class SharedServers implements AutoCloseable {
  private final Function<String, @Nullable String> settings;
  private final TestServers started;

  /** Looks for given servers in system properties, then in the environment. */
  SharedServers() {
    this(
        name -> System.getProperty(name, System.getenv(name)),
        LocalPostgres::isAvailableForThisMachine);
  }

  SharedServers(Function<String, @Nullable String> settings, BooleanSupplier embeddable) {
    this.settings = settings;
    this.started = embeddable.getAsBoolean() ? new EmbeddedServers() : new ContainerServers();
  }

  PostgresSetup postgres() {
    return given("WAYBILL_TEST_POSTGRES_URL").map(PostgresSetup::at).orElseGet(started::postgres);
  }

  String bootstrapServers() {
    return given("WAYBILL_TEST_KAFKA").orElseGet(started::bootstrapServers);
  }

  /** Where servers come from that are not given. */
  TestServers started() {
    return started;
  }

  @Override
  public void close() {
    started.close();
  }

  private Optional<String> given(String name) {
    return Optional.ofNullable(settings.apply(name)).filter(value -> !value.isBlank());
  }
}

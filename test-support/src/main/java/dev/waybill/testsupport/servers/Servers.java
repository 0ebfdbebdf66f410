package dev.waybill.testsupport.servers;

import dev.waybill.local.topics.TopicReader;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Gives a test class a fresh database and a topic prefix that nobody else uses, on servers that all
 * test classes of the JVM share:
 *
 * <pre>{@code
 * @RegisterExtension static final Servers servers = new Servers();
 * }</pre>
 *
 * <p>The servers are those at {@code WAYBILL_TEST_POSTGRES_URL} (a JDBC address with a superuser
 * and password) and {@code WAYBILL_TEST_KAFKA} (bootstrap servers), given as environment variables
 * or system properties; else embedded ones; else, on a machine that no embedded PostgreSQL exists
 * for, containers (with {@code org.testcontainers} on the class path). They start when first asked
 * for. Kafka has an authorizer that lets everybody do everything until a test denies it on a topic
 * of its own; a given one needs the same. A test that stops or freezes a server starts one of its
 * own instead.
 */
public final class Servers implements BeforeAllCallback, AfterAllCallback {
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private @Nullable SharedServers shared;
  private @Nullable TestDatabase database;
  private String name = "";

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        context
            .getRoot()
            .getStore(Namespace.create(Servers.class))
            .computeIfAbsent(SharedServers.class, key -> new SharedServers(), SharedServers.class);
    // Also different from the names of earlier runs, since given servers keep what they hold.
    name =
        "%s-%s-%d"
            .formatted(
                context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT),
                Long.toString(System.currentTimeMillis(), 36),
                COUNTER.incrementAndGet());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (database != null) {
      database.drop();
      database = null;
    }
  }

  /** This class's database, made when first asked for, and removed with its slots afterwards. */
  public synchronized TestDatabase database() {
    if (database == null) {
      database = TestDatabase.create(shared().postgres(), name.replace('-', '_'));
    }
    return database;
  }

  /** The Kafka that all classes share. */
  public String bootstrapServers() {
    return shared().bootstrapServers();
  }

  /** Begins the name of every topic, consumer group and transactional id of this class. */
  public String topicPrefix() {
    return name;
  }

  /** Makes a topic without replicas, named as given. */
  public void createTopic(String topic, int partitions) {
    Topics.create(bootstrapServers(), topic, partitions);
  }

  /** Reads whole topics. */
  public TopicReader topics() {
    return new TopicReader(bootstrapServers());
  }

  SharedServers shared() {
    if (shared == null) {
      throw new IllegalStateException("register Servers in a static field with @RegisterExtension");
    }
    return shared;
  }
}

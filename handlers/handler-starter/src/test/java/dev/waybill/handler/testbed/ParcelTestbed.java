package dev.waybill.handler.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.testsupport.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An empty database and a topic of its own for each test. Register it after {@link Servers}. What a
 * test starts here ends with it.
 */
public final class ParcelTestbed implements BeforeEachCallback, AfterEachCallback {

  public static final Duration PATIENCE = Duration.ofSeconds(60);

  /** For a message that is to be tried again and again. */
  public static final Map<String, String> MANY_RETRIES =
      Map.of("waybill.handler.retry.pauses", String.join(",", Collections.nCopies(100, "200ms")));

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private final Servers servers;
  private final List<RunningParcels> running = new ArrayList<>();
  private ParcelDatabase database;
  private ParcelTopic topic;

  @SuppressWarnings("NullAway.Init") // JUnit calls beforeEach first
  public ParcelTestbed(Servers servers) {
    this.servers = servers;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    database = ParcelDatabase.in(servers.database());
    database.clear();
    topic =
        new ParcelTopic(
            servers.bootstrapServers(), servers.topicPrefix() + "." + TOPICS.incrementAndGet());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    running.forEach(RunningParcels::close);
    running.clear();
    topic.close();
    database.close();
    ParcelHandler.ACTS.clear();
  }

  public ParcelDatabase database() {
    return database;
  }

  public ParcelTopic topic() {
    return topic;
  }

  /** Settings of an instance that is quick to notice things. */
  public Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(database.settings());
    settings.put("test.topic", topic.name());
    settings.put("spring.main.banner-mode", "off");
    settings.put("spring.autoconfigure.exclude", RunningParcels.JPA);
    settings.put("waybill.handler.kafka.bootstrap-servers", servers.bootstrapServers());
    settings.put("waybill.handler.kafka.properties[metadata.max.age.ms]", "500");
    settings.put("waybill.handler.kafka.properties[session.timeout.ms]", "6000");
    settings.put("waybill.handler.kafka.properties[heartbeat.interval.ms]", "300");
    settings.put("waybill.handler.kafka.properties[fetch.max.wait.ms]", "50");
    settings.put("waybill.handler.lock-timeout", "500ms");
    settings.put("waybill.handler.idle-timeout", "2s");
    settings.put("waybill.handler.outage.first-pause", "50ms");
    settings.put("waybill.handler.outage.longest-pause", "400ms");
    settings.put("waybill.handler.retry.pauses", "200ms,200ms,200ms");
    settings.put("waybill.handler.work.poll-interval", "100ms");
    settings.put("waybill.handler.work.lease-duration", "5s");
    settings.putAll(more);
    return settings;
  }

  /** Starts an instance in this process. */
  public RunningParcels start(Map<String, String> more, Class<?>... sources) {
    RunningParcels started = RunningParcels.start(settings(more), sources);
    running.add(started);
    return started;
  }

  public RunningParcels start() {
    return start(Map.of());
  }

  /** Returns when the group has so many members; Kafka may not know the group yet. */
  public void awaitMembers(int count) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> topic.members() == count);
  }

  /** Returns when each message is completed and the group has told Kafka so. */
  public void awaitHandled(List<Parcel> parcels) {
    await()
        .atMost(PATIENCE.plusMillis(20L * parcels.size()))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> database.areCompleted(parcels));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(topic.lag()).isLessThanOrEqualTo(markers()));
  }

  /** Returns when a message's delivery is in a state. */
  public void awaitState(Parcel parcel, String state) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> database.state(parcel.id()).equals(state));
  }

  /** Returns when so many dead letters are on their topic, and the inbox knows it. */
  public void awaitDeadLetters(long count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> database.sentDeadLetters() == count);
  }

  /** Returns when the inbox has so many rows. */
  public void awaitDeliveries(long count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> database.deliveries() == count);
  }

  /** A trailing commit marker for each partition may be behind the last record that was read. */
  private long markers() {
    return topic.ends().size();
  }
}

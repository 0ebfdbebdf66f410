package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The order of seq is the order of commits within an ordering key. */
class OrderingIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(DATABASE.writer()));
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());
  private final ExecutorService threads = Executors.newFixedThreadPool(16);

  @BeforeAll
  static void start() {
    JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
    migrator.execute("CREATE SCHEMA business");
    migrator.execute("CREATE TABLE business.counter (name text PRIMARY KEY, value bigint)");
    migrator.update(
        "INSERT INTO business.counter SELECT 'counter-' || i, 0 FROM generate_series(0, ?) AS i",
        Stagers.COUNTERS - 1);
    migrator.execute("GRANT USAGE ON SCHEMA business TO waybill_writer");
    migrator.execute("GRANT SELECT, UPDATE ON business.counter TO waybill_writer");
  }

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    new JdbcTemplate(DATABASE.migrator()).execute("TRUNCATE outbox.message");
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void makesTheNextStagerOfAKeyWaitForTheCommit() throws InterruptedException {
    CountDownLatch staged = new CountDownLatch(1);
    CountDownLatch commit = new CountDownLatch(1);
    CompletableFuture<Void> first =
        inTransaction(
            () -> {
              outbox.stage(message("a", "first"));
              staged.countDown();
              awaitUninterrupted(commit);
            });
    assertThat(staged.await(10, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Void> second = inTransaction(() -> outbox.stage(message("a", "second")));
    CompletableFuture<Void> other = inTransaction(() -> outbox.stage(message("b", "other")));

    other.join();
    await().until(() -> relay.queryForObject(WAITING, Integer.class), waiting -> waiting == 1);
    assertThat(second).isNotDone();
    String whileWaiting = relay.queryForObject("SELECT clock_timestamp()::text", String.class);
    commit.countDown();
    first.join();
    second.join();

    assertThat(aggregatesBySeq()).containsExactly("first", "other", "second");
    assertThat(
            relay.queryForObject(
                "SELECT staged_at > ?::timestamptz FROM outbox.message WHERE aggregate_id = 'second'",
                Boolean.class,
                whileWaiting))
        .as("staged after the wait")
        .isTrue();
  }

  /** For a minute by {@code -Dwaybill.outbox.stager-seconds=60}. */
  @Test
  void staysInCommitOrderUnderConcurrentStagersAndRollbacks() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    try (Stagers stagers = new Stagers(DATABASE, 200);
        CommitOrder wal = new CommitOrder(DATABASE, "ordering")) {
      stagers.run(Duration.ofSeconds(Long.getLong("waybill.outbox.stager-seconds", 10)), seed);

      List<Long> committed = wal.seqs();
      System.out.printf(
          Locale.ROOT,
          "%d committed, %d rolled back, %d transactions repeated%n",
          committed.size(),
          stagers.undone(),
          stagers.repeated());
      assertThat(stagers.undone()).isPositive();
      assertThat(stagers.repeated()).isPositive();
      assertThat(messageIds()).containsExactlyInAnyOrderElementsOf(stagers.committed());
      Map<Long, String> keyBySeq = keyBySeq();
      assertThat(committed).hasSameSizeAs(keyBySeq.keySet()).allMatch(keyBySeq::containsKey);
      Map<String, List<Long>> byKey =
          committed.stream().collect(Collectors.groupingBy(keyBySeq::get));
      assertThat(byKey).hasSize(23).containsKeys("hot", "warm", "cool", "activity:0");
      byKey.forEach(
          (key, seqs) ->
              assertThat(seqs)
                  .as("seq of key %s in commit order, seed %s", key, seed)
                  .hasSizeGreaterThan(5)
                  .isSorted());
    }
  }

  @Test
  void neverDeadlocksWhenManyKeysAreStagedInOneCall() {
    List<DurableMessage> forth = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      forth.add(message("key-" + i, Integer.toString(i)));
    }
    List<DurableMessage> back = new ArrayList<>(forth);
    Collections.reverse(back);

    List<CompletableFuture<Void>> stagers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      List<DurableMessage> messages = i % 2 == 0 ? forth : back;
      stagers.add(
          CompletableFuture.runAsync(
              () -> {
                for (int round = 0; round < 10; round++) {
                  transaction.executeWithoutResult(status -> outbox.stageAll(messages));
                }
              },
              threads));
    }
    stagers.forEach(CompletableFuture::join);

    assertThat(relay.queryForObject("SELECT count(*) FROM outbox.message", Integer.class))
        .isEqualTo(16 * 10 * 20);
  }

  private CompletableFuture<Void> inTransaction(Runnable work) {
    return CompletableFuture.runAsync(
        () -> transaction.executeWithoutResult(status -> work.run()), threads);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> aggregatesBySeq() {
    return relay.queryForList("SELECT aggregate_id FROM outbox.message ORDER BY seq", String.class);
  }

  private Set<MessageId> messageIds() {
    return relay.queryForList("SELECT message_id::text FROM outbox.message", String.class).stream()
        .map(MessageId::of)
        .collect(Collectors.toSet());
  }

  private Map<Long, String> keyBySeq() {
    Map<Long, String> keys = new HashMap<>();
    relay.query(
        "SELECT seq, ordering_key FROM outbox.message",
        row -> {
          keys.put(row.getLong(1), row.getString(2));
        });
    return keys;
  }

  private static IntegrationEvent message(String key, String aggregate) {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant("acme")
        .aggregate("activity", aggregate, 1)
        .orderingKey(key)
        .payloadJson(OutboxDatabase.example("activity.created"))
        .build();
  }
}

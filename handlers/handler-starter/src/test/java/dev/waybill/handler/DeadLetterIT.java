package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.testsupport.servers.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What cannot succeed goes to the dead-letter topic as it came, and comes back from there. */
class DeadLetterIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  private static final Map<String, String> AT_ONCE =
      Map.of("waybill.handler.retry.pauses", "0ms,0ms,0ms");

  @Test
  void holdsTheKeyOfADeadLetterUntilItIsReplayedAndNobodyElse() {
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicInteger replays = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          if (broken.get()) {
            throw new IllegalStateException("secret");
          }
          replays.addAndGet(delivery.replay() ? 1 : 0);
        });
    // Twelve partitions, one of dead letters.
    testbed.topic().create(12).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:11", "fail").to(11);
    List<Parcel> after = List.of(Parcel.of("parcel:11").to(11), Parcel.of("parcel:11").to(11));
    Parcel neighbour = Parcel.of("parcel:23").to(11);
    testbed.start(AT_ONCE);
    testbed.topic().send(dead, after.get(0), neighbour, after.get(1));

    testbed.awaitHandled(List.of(neighbour));
    testbed.awaitDeadLetters(1);
    ConsumerRecord<byte[], byte[]> record = testbed.topic().readDeadLetters().get(0);
    assertThat(texts(record))
        .containsAllEntriesOf(dead.headers())
        .containsEntry("waybill-dlt-error-code", "IllegalStateException")
        .containsEntry("waybill-dlt-attempts", "4")
        .containsEntry("waybill-dlt-death", "1")
        .containsEntry("waybill-dlt-topic", testbed.topic().name())
        .containsEntry("waybill-dlt-partition", "11")
        .containsEntry("waybill-dlt-offset", "0")
        .containsKeys("waybill-dlt-first-failed-at", "waybill-dlt-last-failed-at");
    assertThat(texts(record).get("waybill-dlt-error-message"))
        .contains("DeadLetterIT.java")
        .doesNotContain("secret");
    assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(dead.id().toString());
    assertThat(record.value()).isEqualTo(dead.payload().getBytes(StandardCharsets.UTF_8));
    assertThat(after)
        .allSatisfy(
            parcel -> assertThat(testbed.database().state(parcel.id())).isEqualTo("waiting"));
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> testbed.database().keptRecords() == after.size());

    broken.set(false);
    testbed.topic().send(dead.replayedAs("r-1"));
    testbed.awaitHandled(List.of(dead, after.get(0), after.get(1)));
    testbed.database().assertEachOnce(List.of(dead, neighbour, after.get(0), after.get(1)));
    assertThat(testbed.database().steps("parcel:11")).isSorted();
    assertThat(replays).hasValue(1);

    testbed.topic().send(dead.replayedAs("r-2"));
    testbed.topic().send(dead.replayedAs("r-1"));
    Parcel last = Parcel.of("parcel:11").to(11);
    testbed.topic().send(last);
    testbed.awaitHandled(List.of(last));
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(testbed.database().replays())
                    .containsExactlyInAnyOrder("r-1 accepted", "r-2 already-done"));
    assertThat(testbed.database().effects(dead.id())).isEqualTo(1);
  }

  @Test
  void goesOnWithTheKeyOfADeadLetterWhereTheSubscriptionSaysSo() {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new IllegalStateException("always");
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "fail");
    Parcel after = Parcel.of("parcel:0");
    Map<String, String> settings = new HashMap<>(AT_ONCE);
    settings.put("test.after-dead-letter", "continue");
    testbed.start(settings);
    testbed.topic().send(dead, after);

    testbed.awaitState(dead, "dead_letter");
    testbed.awaitHandled(List.of(after));
  }

  @Test
  void isAsLargeAfterTwentyDeathsAsAfterTheFirst() {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new DeadLetterException("always", "x".repeat(10_000));
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "fail");
    testbed.start(AT_ONCE);
    testbed.topic().send(dead);
    testbed.awaitDeadLetters(1);
    for (int replay = 1; replay <= 20; replay++) {
      testbed.topic().send(dead.replayedAs("r-" + replay));
      testbed.awaitDeadLetters(replay + 1);
    }

    List<ConsumerRecord<byte[], byte[]>> records = testbed.topic().readDeadLetters();
    ConsumerRecord<byte[], byte[]> first = records.get(0);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      assertThat(record.headers().toArray()).hasSameSizeAs(first.headers().toArray());
      assertThat(Math.abs(size(record) - size(first))).isLessThan(2_048);
      assertThat(record.value()).isEqualTo(first.value());
      assertThat(texts(record).get("waybill-dlt-first-failed-at"))
          .isEqualTo(texts(first).get("waybill-dlt-first-failed-at"));
    }
    assertThat(texts(records.get(20))).containsEntry("waybill-dlt-death", "21");
  }

  @Test
  void sendsWhatItCannotReadThereAndLeavesTheRealMessagesPlace() {
    testbed.topic().create(1).createDeadLetters();
    Parcel real = Parcel.of("parcel:0");
    Parcel misrouted = real.with("waybill-handler", "dashboard");
    Parcel unreadable = Parcel.of("parcel:1").withPayload("{\"parcel\": [");
    Parcel unsupported = Parcel.of("parcel:2").with("ce_schemaversion", "3");
    Parcel unknown = Parcel.of("parcel:3").with("ce_type", "parcel.lost");
    Parcel mangled = Parcel.of("parcel:4").with("ce_type", "Parcel Moved");
    Parcel nameless = Parcel.of("parcel:5").with("ce_id", "seventeen");
    Parcel held = Parcel.of("parcel:1");
    testbed.start(AT_ONCE);
    testbed.topic().send(misrouted, unreadable, unsupported, unknown, mangled, nameless, held);
    testbed.topic().send(real);

    testbed.awaitHandled(List.of(real));
    testbed.awaitDeadLetters(6);
    Set<String> codes = new HashSet<>();
    testbed
        .topic()
        .readDeadLetters()
        .forEach(record -> codes.add(texts(record).get("waybill-dlt-error-code")));

    assertThat(codes)
        .containsExactlyInAnyOrder(
            "misrouted",
            "unreadable-payload",
            "unsupported-version",
            "unknown-type",
            "unreadable-record");
    testbed.database().assertEachOnce(List.of(real));
    assertThat(testbed.database().state(held.id())).isEqualTo("waiting");
    assertThat(testbed.database().errorCode(unreadable.id())).isEqualTo("unreadable-payload");
  }

  @Test
  void skipsVersionsWhereTheSubscriptionSaysSo() {
    testbed.topic().create(1);
    Parcel unsupported = Parcel.of("parcel:2").with("ce_schemaversion", "3");
    Parcel after = Parcel.of("parcel:2");
    testbed.start(Map.of("test.unsupported-version", "skip"));
    testbed.topic().send(unsupported, after);

    testbed.awaitHandled(List.of(after));
    assertThat(testbed.database().state(unsupported.id())).isEqualTo("skipped_unsupported_version");
    assertThat(testbed.database().keptRecords()).isZero();
  }

  @Test
  void waitsAndSaysSoWhileTheTopicIsMissingAndHoldsUpNobody() {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new IllegalStateException("always");
        });
    testbed.topic().create(2);
    Parcel dead = Parcel.acting("parcel:0", "fail").to(0);
    List<Parcel> good = IntStream.range(0, 100).mapToObj(i -> Parcel.of("parcel:1").to(1)).toList();
    try (LogLines log = new LogLines()) {
      testbed.start(AT_ONCE);
      List<Parcel> all = new ArrayList<>(good);
      all.add(dead);
      testbed.topic().send(all);
      testbed.awaitHandled(good);
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(
              () ->
                  log.atLeast(Level.ERROR).stream()
                      .anyMatch(line -> line.contains("cannot send its dead letters")));
      assertThat(testbed.database().keptRecords()).isEqualTo(1);

      testbed.topic().createDeadLetters();
      testbed.awaitDeadLetters(1);
      await().atMost(ParcelTestbed.PATIENCE).until(() -> testbed.database().keptRecords() == 0);
      assertThat(testbed.topic().readDeadLetters()).hasSize(1);
    }
  }

  /** A refusal comes at once, so only the pauses keep it from being tried in a hot loop. */
  @Test
  void pausesBetweenAttemptsWhereWritingIsDeniedAndHoldsUpNobody() {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new IllegalStateException("always");
        });
    testbed.topic().create(2).createDeadLetters().denyDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "fail").to(0);
    List<Parcel> good =
        IntStream.range(0, 100).mapToObj(i -> Parcel.of("good:" + i % 2).to(i % 2)).toList();
    Map<String, String> settings = new HashMap<>(AT_ONCE);
    settings.put("waybill.handler.outage.first-pause", "2s");
    settings.put("waybill.handler.outage.longest-pause", "2s");
    try (LogLines log = new LogLines()) {
      testbed.start(settings);
      long begun = System.nanoTime();
      testbed.topic().send(dead);
      await().atMost(ParcelTestbed.PATIENCE).until(() -> !log.atLeast(Level.ERROR).isEmpty());
      testbed.topic().send(good);
      testbed.awaitHandled(good);
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(() -> testbed.database().attemptsToSendDeadLetters() > 1);
      assertThat(testbed.database().attemptsToSendDeadLetters())
          .isLessThanOrEqualTo(1 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
      assertThat(log.atLeast(Level.ERROR))
          .singleElement()
          .asString()
          .contains("cannot send its dead letters", "TopicAuthorizationException");
      assertThat(testbed.database().keptRecords()).isEqualTo(1);
      assertThat(testbed.database().state(dead.id())).isEqualTo("dead_letter");

      testbed.topic().allowDeadLetters();
      testbed.awaitDeadLetters(1);
      assertThat(testbed.topic().readDeadLetters()).hasSize(1);
    }
  }

  @Test
  void refusesAReplayBeyondItsMemoryAndTakesOneThatItWouldRemember() {
    testbed.topic().create(1);
    long now = System.currentTimeMillis();
    Parcel old = Parcel.of("parcel:0").withId(Parcel.idOf(now - Duration.ofDays(90).toMillis()));
    Parcel young = Parcel.of("parcel:1");
    testbed.start();
    testbed.topic().send(old.replayedAs("r-1"), young.replayedAs("r-1"));

    testbed.awaitHandled(List.of(young));
    assertThat(testbed.database().replays())
        .containsExactlyInAnyOrder("r-1 refused", "r-1 accepted");
    testbed.database().assertEachOnce(List.of(young));
  }

  /**
   * Dead ones run again in their order, done ones do not; nothing is dropped as a repeat. Without a
   * topic for them, since that they get there is another test.
   */
  @Test
  void runsTheDeadOfAThousandReplaysAndReportsWhatIsDone() {
    testbed.topic().create(3);
    List<Parcel> done =
        IntStream.range(0, 300).mapToObj(i -> Parcel.of("parcel:" + i % 50)).toList();
    List<Parcel> dead =
        IntStream.range(0, 700).mapToObj(i -> Parcel.of("dead:" + i % 90).to(i % 3)).toList();
    testbed.start(Map.of("test.calls", "false"));
    testbed.topic().send(done);
    testbed
        .topic()
        .send(dead.stream().map(each -> each.with(WireHeaders.SCHEMA_VERSION, "3")).toList());
    testbed.awaitDeliveries(1_000);
    assertThat(testbed.database().countInState("dead_letter")).isEqualTo(dead.size());
    testbed.database().assertEachOnce(done);

    List<Parcel> all = new ArrayList<>(done);
    all.addAll(dead);
    List<Parcel> replays = all.stream().map(each -> each.replayedAs("r-1")).toList();
    testbed.topic().send(replays);
    testbed.awaitHandled(all);
    testbed.topic().send(replays.subList(290, 310));
    Parcel last = Parcel.of("last");
    testbed.topic().send(last.to(0), last.to(1), last.to(2));
    testbed.awaitHandled(List.of(last));

    all.add(last);
    testbed.database().assertEachOnce(all);
    IntStream.range(0, 90)
        .forEach(key -> assertThat(testbed.database().steps("dead:" + key)).isSorted());
    Map<String, Long> outcomes =
        testbed.database().replays().stream()
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    assertThat(outcomes).isEqualTo(Map.of("r-1 accepted", 700L, "r-1 already-done", 300L));
    assertThat(testbed.database().keptRecords()).isZero();
  }

  private static int size(ConsumerRecord<byte[], byte[]> record) {
    int size = record.serializedValueSize() + record.serializedKeySize();
    for (Header header : record.headers()) {
      size += header.key().length() + header.value().length;
    }
    return size;
  }

  /** The headers, each once. */
  private static Map<String, String> texts(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> texts = new HashMap<>();
    for (Header header : record.headers()) {
      assertThat(texts.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)))
          .isNull();
    }
    return texts;
  }
}

package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.KillPointParcels.Point;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelProcess;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.testsupport.servers.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The handler's process dies or freezes at the worst moments. More rounds: {@code
 * -Dwaybill.handler.crash-rounds=100}.
 */
class HandlerCrashIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  /** Each with the number of passages among which the fatal one is. */
  private static final Map<Point, Integer> POINTS =
      new EnumMap<>(
          Map.of(
              Point.BEFORE_INBOX_INSERT, 12,
              Point.AFTER_INBOX_INSERT, 1,
              Point.BEFORE_COMMIT, 12,
              Point.BEFORE_KAFKA_OFFSET, 12,
              Point.BEFORE_WORKER_COMMIT, 12,
              Point.AFTER_WORKER_COMMIT, 12,
              Point.AFTER_CALL, 2,
              Point.BEFORE_SENDER_COMMIT, 4,
              Point.AFTER_SENDER_COMMIT, 4));

  private static final int ROUNDS =
      Integer.getInteger("waybill.handler.crash-rounds", 1 + POINTS.size());

  /** Once for all processes. */
  @BeforeEach
  void migrate() {
    testbed.database().migrate();
  }

  @Test
  void hasEachEffectOnceThroughAKillAtEveryPoint() {
    long seed = Long.getLong("waybill.handler.crash-seed", System.nanoTime());
    System.out.println("waybill.handler.crash-seed=" + seed);
    Random random = new Random(seed);
    testbed.topic().create(3).createDeadLetters();
    List<Parcel> good = new ArrayList<>();
    List<Parcel> bad = new ArrayList<>();
    List<Point> points = new ArrayList<>(POINTS.keySet());
    for (int round = 0; round < ROUNDS; round++) {
      IntStream.range(0, 10).forEach(i -> good.addAll(send(random)));
      bad.add(Parcel.acting("bad:" + round, "never"));
      testbed.topic().send(bad.get(round));
      Point point = points.get(round % points.size());
      int passages = POINTS.getOrDefault(point, 1);
      Map<String, String> kill =
          Map.of(
              "kill.point", point.name(),
              "kill.batch", Integer.toString(1 + random.nextInt(passages)));
      try (ParcelProcess process = start(kill)) {
        process.awaitExit();
        assertThat(process.process().exitCode()).as(point.name()).hasValue(137);
      }
      // That a group waits for a silent member is Kafka's to do, and takes three seconds.
      testbed.topic().forgetMembers();
    }

    try (ParcelProcess last = start(Map.of())) {
      last.awaitLine("listens to");
      testbed.awaitHandled(good);
      testbed.awaitDeadLetters(bad.size());
    }

    testbed.database().assertEachOnce(good);
    // A kill between the send and its record may repeat the record; id and death tell.
    assertThat(
            testbed.topic().readDeadLetters().stream().map(HandlerCrashIT::idAndDeath).distinct())
        .containsExactlyInAnyOrderElementsOf(
            bad.stream().map(parcel -> parcel.id() + " 1").toList());
  }

  /**
   * Whoever restarts it: after its attempts the message is a dead letter, and the others are done.
   */
  @Test
  void givesUpAMessageThatKillsTheProcess() {
    testbed.topic().create(1).createDeadLetters();
    List<Parcel> others = parcels(10);
    Parcel killer = Parcel.acting("killer", "halt");
    testbed.topic().send(others.subList(0, 5));
    testbed.topic().send(killer);
    testbed.topic().send(others.subList(5, 10));
    Map<String, String> settings = Map.of("waybill.handler.retry.pauses", "0ms");
    // The first dies in a batch, which stores no attempt; after that each start uses one of two.
    for (int start = 0; start < 3; start++) {
      try (ParcelProcess process = start(settings)) {
        process.awaitExit();
        assertThat(process.process().exitCode()).hasValue(1);
      }
      testbed.topic().forgetMembers();
    }
    try (ParcelProcess survivor = start(settings)) {
      survivor.awaitLine("listens to");
      testbed.awaitHandled(others);
      testbed.awaitState(killer, "dead_letter");
    }

    assertThat(testbed.database().errorCode(killer.id())).isEqualTo("killed-process");
    testbed.database().assertEachOnce(others);
  }

  /**
   * The successor needs the frozen instance's partitions, and then its uncommitted ids: no longer
   * than the session timeout (3 s here) and the idle timeout (2 s), and a pause in between.
   */
  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"AFTER_INBOX_INSERT", "BEFORE_COMMIT"})
  void isNotHeldUpByAFrozenInstanceWhichChangesNothingWhenItWakes(Point point, @TempDir Path folder)
      throws IOException {
    testbed.topic().create(2);
    Path goOn = folder.resolve("go-on");
    Map<String, String> stay =
        Map.of("kill.point", point.name(), "kill.stay-until", goOn.toString());
    try (ParcelProcess frozen = start(stay)) {
      frozen.awaitLine("reads " + testbed.topic().name() + "-1");
      List<Parcel> sent = parcels(10);
      testbed.topic().send(sent);
      frozen.awaitLine("reached");
      frozen.process().pause();
      long since = System.nanoTime();
      testbed.start();
      testbed.awaitDeliveries(sent.size());
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(20));
      List<Long> before = positions();

      Files.createFile(goOn);
      frozen.process().resume();
      frozen.awaitLine("no attempt is counted");
      testbed.awaitMembers(2);
      assertThat(positions()).isEqualTo(before);
      List<Parcel> more = parcels(10);
      testbed.topic().send(more);
      // The first of a partition that stopped is begun under a lease, and ends a little later.
      testbed.awaitHandled(more);
      sent.addAll(more);
      testbed.database().assertEachOnce(sent);
    }
  }

  private ParcelProcess start(Map<String, String> kill) {
    Map<String, String> settings = new HashMap<>(testbed.settings(Map.of()));
    settings.put("waybill.handler.schema", "none");
    settings.put("waybill.handler.max-poll-records", "5");
    // So long the group waits for a member that was killed.
    settings.put("waybill.handler.kafka.properties[session.timeout.ms]", "3000");
    settings.put("waybill.handler.longest-handler", "100ms");
    settings.put("waybill.handler.work.lease-duration", "1500ms");
    // So many that a message which is at work at several kills does not use them up.
    settings.put("waybill.handler.retry.pauses", String.join(",", Collections.nCopies(12, "0ms")));
    settings.putAll(kill);
    return ParcelProcess.start(KillPointParcels.class, settings);
  }

  private List<Long> positions() {
    return testbed
        .database()
        .owner()
        .sql("SELECT next_offset FROM inbox.position ORDER BY partition")
        .query(Long.class)
        .list();
  }

  private static String idAndDeath(ConsumerRecord<byte[], byte[]> record) {
    Header death = record.headers().lastHeader("waybill-dlt-death");
    return new String(record.key(), StandardCharsets.UTF_8)
        + " "
        + new String(death.value(), StandardCharsets.UTF_8);
  }

  /** A few messages of every kind that succeeds, now and then one that was sent before. */
  private List<Parcel> send(Random random) {
    List<Parcel> parcels = parcels(1 + random.nextInt(4));
    parcels.add(Parcel.acting("parcel:" + random.nextInt(4), "once"));
    parcels.add(Parcel.acting("parcel:" + random.nextInt(4), "called").asCall());
    if (random.nextInt(4) == 0) {
      parcels.add(parcels.get(0));
    }
    testbed.topic().send(parcels);
    return parcels;
  }

  private static List<Parcel> parcels(int count) {
    return new ArrayList<>(
        IntStream.range(0, count).mapToObj(i -> Parcel.of("parcel:" + i)).toList());
  }
}

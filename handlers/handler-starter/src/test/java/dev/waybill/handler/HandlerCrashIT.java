package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.KillPointParcels.Point;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelProcess;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.testsupport.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The handler's process dies or freezes at the worst moments. More rounds: {@code
 * -Dwaybill.handler.crash-rounds=100}.
 */
class HandlerCrashIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  private static final int ROUNDS = Integer.getInteger("waybill.handler.crash-rounds", 10);
  private static final Point[] POINTS = {
    Point.BEFORE_INBOX_INSERT,
    Point.AFTER_INBOX_INSERT,
    Point.BEFORE_COMMIT,
    Point.BEFORE_KAFKA_OFFSET
  };

  @Test
  void hasEachEffectOnceThroughAKillAtEveryPoint() {
    long seed = Long.getLong("waybill.handler.crash-seed", System.nanoTime());
    System.out.println("waybill.handler.crash-seed=" + seed);
    Random random = new Random(seed);
    testbed.topic().create(3);
    List<Parcel> sent = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      IntStream.range(0, 10).forEach(i -> sent.addAll(send(random)));
      Map<String, String> kill =
          Map.of(
              "kill.point", POINTS[round % POINTS.length].name(),
              "kill.batch", Integer.toString(1 + random.nextInt(3)));
      try (ParcelProcess process = start(kill)) {
        process.awaitExit();
        assertThat(process.process().exitCode()).hasValue(137);
      }
      testbed.database().assertInboxMatchesEffects();
    }

    testbed.start();
    testbed.awaitDeliveries(sent.stream().map(Parcel::id).distinct().count());

    testbed.database().assertEachOnce(sent);
  }

  /**
   * The successor needs the frozen instance's partitions, and then its uncommitted ids: no longer
   * than the session timeout (6 s here) and the idle timeout (2 s), and a pause in between.
   */
  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"AFTER_INBOX_INSERT", "BEFORE_COMMIT"})
  void isNotHeldUpByAFrozenInstanceWhichChangesNothingWhenItWakes(Point point) {
    testbed.topic().create(2);
    try (ParcelProcess frozen = start(Map.of("kill.point", point.name(), "kill.freeze", "true"))) {
      frozen.awaitLine("reads " + testbed.topic().name() + "-1");
      List<Parcel> sent = parcels(10);
      testbed.topic().send(sent);
      frozen.awaitLine("reached");
      long since = System.nanoTime();
      testbed.start();
      testbed.awaitDeliveries(sent.size());
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(20));
      List<Long> before = positions();

      frozen.process().resume();
      frozen.awaitLine("no attempt is counted");
      testbed.awaitMembers(2);
      assertThat(positions()).isEqualTo(before);
      List<Parcel> more = parcels(10);
      testbed.topic().send(more);
      testbed.awaitDeliveries(20);
      sent.addAll(more);
      testbed.database().assertEachOnce(sent);
    }
  }

  private ParcelProcess start(Map<String, String> kill) {
    Map<String, String> settings = new HashMap<>(testbed.settings(Map.of()));
    settings.put("waybill.handler.max-poll-records", "5");
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

  /** A few messages, now and then one that was sent before. */
  private List<Parcel> send(Random random) {
    List<Parcel> parcels = parcels(1 + random.nextInt(4));
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

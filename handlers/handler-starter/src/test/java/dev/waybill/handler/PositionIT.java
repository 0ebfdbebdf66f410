package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reading begins where the database says, whatever became of the database or of Kafka. */
class PositionIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  @Test
  void aNewHandlerAndNewPartitionsUnderLoadLoseNothing() throws InterruptedException {
    testbed.topic().create(3);
    List<Parcel> sent = new ArrayList<>(sendBatch());
    AtomicBoolean done = new AtomicBoolean();
    Thread load =
        new Thread(
            () -> {
              while (!done.get() && sent.size() < 20_000) {
                sent.addAll(sendBatch());
              }
            });
    load.start();
    testbed.start();
    testbed.start();
    await().atMost(ParcelTestbed.PATIENCE).until(() -> testbed.database().deliveries() > 100);
    testbed.topic().grow(6);
    // No instance knows of these partitions yet; beginning at their end would lose these.
    List<Parcel> first =
        IntStream.range(0, 30)
            .mapToObj(i -> Parcel.of("parcel:new:" + i % 3).to(3 + i % 3))
            .toList();
    testbed.topic().send(first);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> positions() == 6);
    done.set(true);
    load.join();
    sent.addAll(first);
    sent.addAll(sendBatch());
    // Sent once more after the mapping of keys to partitions has changed, so read by another
    // consumer from another partition.
    testbed.topic().send(IntStream.range(0, 60).mapToObj(i -> sent.get(i).to(3 + i % 3)).toList());
    List<Parcel> last =
        IntStream.range(0, 6).mapToObj(i -> Parcel.of("parcel:last:" + i).to(i)).toList();
    testbed.topic().send(last);
    sent.addAll(last);

    testbed.awaitHandled(sent);

    testbed.database().assertEachOnce(sent);
  }

  @Test
  void aDatabaseRestoredToAnEarlierPointMissesNothing() {
    testbed.topic().create(2);
    List<Parcel> early = sendBatch();
    RunningParcels first = testbed.start();
    testbed.awaitHandled(early);
    first.close();
    String copy = testbed.database().name() + "_earlier";
    testbed.database().saveAs(copy);
    testbed.start();
    List<Parcel> late = sendBatch();
    testbed.awaitHandled(late);

    // Restored under the running instance, whose position in memory is ahead.
    testbed.database().restoreFrom(copy);
    List<Parcel> last = sendBatch();
    testbed.awaitHandled(concat(early, late, last));

    testbed.database().assertEachOnce(concat(early, late, last));
  }

  @Test
  void readsAgainFromTheBeginningWhenTheTopicIsAnotherOne() {
    testbed.topic().create(1);
    List<Parcel> early = sendBatch();
    RunningParcels first = testbed.start();
    testbed.awaitHandled(early);
    first.close();
    testbed.topic().delete();
    testbed.topic().recreate(1);
    List<Parcel> copies = early.subList(0, 5);
    testbed.topic().send(copies);
    List<Parcel> late = sendBatch();

    testbed.start();
    testbed.awaitHandled(concat(early, late));

    testbed.database().assertEachOnce(concat(early, late));
  }

  @Test
  void readsAgainFromTheBeginningWhenTheLogEndsBeforeThePosition() {
    testbed.topic().create(1);
    List<Parcel> early = sendBatch();
    RunningParcels first = testbed.start();
    testbed.awaitHandled(early);
    first.close();
    List<Parcel> late = sendBatch();
    testbed
        .database()
        .owner()
        .sql("UPDATE inbox.position SET next_offset = 1000000, leader_epoch = NULL")
        .update();

    testbed.start();
    testbed.awaitHandled(late);

    testbed.database().assertEachOnce(concat(early, late));
  }

  @Test
  void complainsAboutAGap() {
    testbed.topic().create(1);
    List<Parcel> early = sendBatch();
    RunningParcels first = testbed.start();
    testbed.awaitHandled(early);
    first.close();
    long from = position();
    sendBatch();
    testbed.topic().removeBefore(0, from + 7);

    try (LogLines log = new LogLines()) {
      RunningParcels second = testbed.start();
      await().atMost(ParcelTestbed.PATIENCE).until(() -> second.board().all().get(0).gaps() == 1);
      assertThat(log.atLeast(Level.ERROR)).hasSize(1);
      assertThat(log.atLeast(Level.ERROR).get(0))
          .contains(testbed.topic().name() + "-0", "offsets " + from + " to " + (from + 6));
    }
    testbed.awaitDeliveries(early.size() + 20 - 7);
    testbed.database().assertInboxMatchesEffects();
  }

  @Test
  void goesOnByItselfWhenTheDatabaseComesBack() {
    testbed.topic().create(2);
    List<Parcel> early = sendBatch();
    RunningParcels running = testbed.start();
    testbed.awaitHandled(early);
    List<Parcel> late;
    try (LogLines log = new LogLines()) {
      testbed.database().owner().sql("ALTER ROLE waybill_handler NOLOGIN").update();
      try {
        testbed.database().disconnect();
        late = sendBatch();
        await()
            .atMost(ParcelTestbed.PATIENCE)
            .until(() -> !running.board().all().get(0).isHealthy());
      } finally {
        testbed.database().owner().sql("ALTER ROLE waybill_handler LOGIN").update();
      }
      testbed.awaitHandled(late);
      assertThat(log.atLeast(Level.WARN).stream().filter(line -> line.contains("Handler")))
          .hasSize(1)
          .allMatch(line -> line.contains("no attempt is counted"));
    }
    testbed.database().assertEachOnce(concat(early, late));
    assertThat(running.board().all().get(0).isHealthy()).isTrue();
  }

  @Test
  void waitsForItsTopicAndSaysSo() {
    try (LogLines log = new LogLines()) {
      RunningParcels running = testbed.start();
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(
              () ->
                  String.valueOf(running.board().all().get(0).waitingFor())
                      .contains("does not exist"));
      assertThat(log.atLeast(Level.WARN)).hasSize(1);
      assertThat(log.atLeast(Level.WARN).get(0)).contains(testbed.topic().name(), "or make it");
    }
    testbed.topic().create(3);
    List<Parcel> parcels = sendBatch();
    testbed.awaitHandled(parcels);
  }

  @Test
  void standsStillUntilItsPositionIsKnown() {
    testbed.topic().create(2);
    List<Parcel> early = sendBatch();
    RunningParcels first = testbed.start();
    testbed.awaitHandled(early);
    first.close();
    List<Parcel> late = sendBatch();
    RunningParcels second;
    testbed.database().owner().sql("REVOKE SELECT ON inbox.position FROM waybill_handler").update();
    try {
      second = testbed.start(Map.of("waybill.handler.schema", "none"));
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(
              () ->
                  second.board().all().get(0).partitions().values().stream()
                          .filter(status -> status.describe().contains("position is not known"))
                          .count()
                      == 2);
      testbed.database().assertEachOnce(early);
    } finally {
      testbed.database().owner().sql("GRANT SELECT ON inbox.position TO waybill_handler").update();
    }
    testbed.awaitHandled(late);

    testbed.database().assertEachOnce(concat(early, late));
    assertThat(second.board().all().get(0).isHealthy()).isTrue();
  }

  private long position() {
    return testbed
        .database()
        .owner()
        .sql("SELECT next_offset FROM inbox.position")
        .query(Long.class)
        .single();
  }

  private long positions() {
    return testbed
        .database()
        .owner()
        .sql("SELECT count(*) FROM inbox.position")
        .query(Long.class)
        .single();
  }

  private List<Parcel> sendBatch() {
    List<Parcel> batch =
        IntStream.range(0, 20).mapToObj(i -> Parcel.of("parcel:" + i % 7)).toList();
    testbed.topic().send(batch);
    return batch;
  }

  @SafeVarargs
  private static List<Parcel> concat(List<Parcel>... lists) {
    List<Parcel> all = new ArrayList<>();
    for (List<Parcel> list : lists) {
      all.addAll(list);
    }
    return all;
  }
}

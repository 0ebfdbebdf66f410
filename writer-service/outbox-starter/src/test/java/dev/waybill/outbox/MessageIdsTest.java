package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MessageIdsTest {

  private final AtomicLong millis = new AtomicLong(1_772_352_930_123L);
  private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

  @Test
  void laysOutAUuidOfVersion7() {
    MessageId id = new MessageIds(clock, new Random(7)).next();

    assertThat(id.value().version()).isEqualTo(7);
    assertThat(id.value().variant()).isEqualTo(2);
    assertThat(id.value().getMostSignificantBits() >>> 16).isEqualTo(millis.get());
  }

  @Test
  void risesWhileTheClockStandsStill() {
    MessageIds ids = new MessageIds(clock, new SecureRandom());

    assertThat(take(ids, 10_000)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void risesWhenTheClockGoesBack() {
    MessageIds ids = new MessageIds(clock, new SecureRandom());
    MessageId before = ids.next();
    millis.addAndGet(-60_000);

    assertThat(ids.next()).isGreaterThan(before);
  }

  @Test
  void followsTheClockOnceItIsAhead() {
    MessageIds ids = new MessageIds(clock, new SecureRandom());
    take(ids, 100);
    millis.addAndGet(1_000);

    assertThat(ids.next().value().getMostSignificantBits() >>> 16).isEqualTo(millis.get());
  }

  @Test
  void givesEveryThreadItsOwn() {
    MessageIds ids = MessageIds.system();
    List<CompletableFuture<List<MessageId>>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(CompletableFuture.supplyAsync(() -> take(ids, 5_000)));
    }

    Set<MessageId> all = new HashSet<>();
    for (CompletableFuture<List<MessageId>> thread : threads) {
      assertThat(thread.join()).isSorted();
      all.addAll(thread.join());
    }
    assertThat(all).hasSize(40_000);
  }

  private static List<MessageId> take(MessageIds ids, int count) {
    List<MessageId> taken = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      taken.add(ids.next());
    }
    return Collections.unmodifiableList(taken);
  }
}

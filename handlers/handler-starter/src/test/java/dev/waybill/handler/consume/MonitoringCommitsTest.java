package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.position.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class MonitoringCommitsTest {

  private static final TopicPartition KEPT = new TopicPartition("topic", 0);
  private static final TopicPartition GIVEN_AWAY = new TopicPartition("topic", 1);

  private final MonitoringCommits commits = new MonitoringCommits();
  private final Group group = new Group();

  @Test
  void sendsWhatFailedAgainWhileThePartitionIsReadHere() {
    commits.note(KEPT, Position.at(17));
    commits.note(GIVEN_AWAY, Position.at(4));
    commits.flush(group);
    commits.forget(GIVEN_AWAY);
    group.failLast();

    commits.flush(group);

    assertThat(group.sent.get(1)).isEqualTo(Map.of(KEPT, new OffsetAndMetadata(17, "")));
  }

  @Test
  void doesNotGoBackBehindWhatWasNotedLater() {
    commits.note(KEPT, Position.at(17));
    commits.flush(group);
    commits.note(KEPT, Position.at(20));
    commits.flush(group);
    group.fail(0);

    commits.flush(group);

    assertThat(group.sent).hasSize(2);
  }

  /** Takes commits and lets the test say how they end. */
  private static final class Group extends MockConsumer<byte[], byte[]> {

    private final List<Map<TopicPartition, OffsetAndMetadata>> sent = new ArrayList<>();
    private final List<OffsetCommitCallback> callbacks = new ArrayList<>();

    Group() {
      super("none");
    }

    @Override
    public synchronized void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
      sent.add(offsets);
      callbacks.add(callback);
    }

    private void failLast() {
      fail(callbacks.size() - 1);
    }

    private void fail(int commit) {
      callbacks.get(commit).onComplete(sent.get(commit), new RetriableCommitFailedException("no"));
    }
  }
}

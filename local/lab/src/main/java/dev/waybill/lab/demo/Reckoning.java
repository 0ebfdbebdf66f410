package dev.waybill.lab.demo;

import dev.waybill.lab.check.StoredMessages;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.stack.Role;
import dev.waybill.local.history.History;
import dev.waybill.local.history.Writes;
import dev.waybill.local.topics.TopicRecord;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;

/** Compares what was committed with what is on the topics and what the handler did. */
final class Reckoning {
  private final Scene scene;
  private final Set<UUID> earlier;
  private final List<String> activities;

  /**
   * @param earlier the messages that were there before the story
   * @param activities those of the story
   */
  Reckoning(Scene scene, Set<UUID> earlier, List<String> activities) {
    this.scene = scene;
    this.earlier = Set.copyOf(earlier);
    this.activities = List.copyOf(activities);
  }

  /** The checks, when all is quiet; copies made on purpose are not held against the relay. */
  List<Check> with(List<SecondCopy> copies) throws SQLException {
    Writes writes =
        StoredMessages.read(
            scene.stack().database(Role.RELAY), message -> !earlier.contains(message));
    History history =
        StoredRecords.compare(
            scene.stack().bootstrapServers(),
            scene.topics(),
            writes,
            record -> copies.stream().noneMatch(copy -> copy.is(record)) && !isEarlier(record));
    int committed = writes.committedCount();
    return List.of(
        new Check(
            "all %d messages on every topic, none twice, none out of order".formatted(committed),
            history.clean()),
        new Check(
            "all %d messages in the timeline's inbox".formatted(committed),
            scene.inbox().completed().containsAll(writes.committedIds())),
        new Check(
            "every change applied by the timeline exactly once",
            new AppliedChanges(scene.timelineDatabase()).onceEach(writes.committedIds())),
        new Check(
            "the timeline tells every change of all %d activities, in order"
                .formatted(activities.size()),
            activities.stream().allMatch(this::isWhole)));
  }

  private boolean isEarlier(TopicRecord record) {
    return earlier.contains(UUID.fromString(String.valueOf(record.key())));
  }

  /**
   * Versions are counted from 1 without a gap, and one that was told twice would be there twice.
   */
  private boolean isWhole(String activity) {
    List<Long> versions = scene.timeline().versions(activity);
    return !versions.isEmpty()
        && versions.equals(LongStream.rangeClosed(1, versions.size()).boxed().toList());
  }
}

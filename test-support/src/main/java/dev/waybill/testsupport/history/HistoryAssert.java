package dev.waybill.testsupport.history;

import dev.waybill.local.history.Finding;
import dev.waybill.local.history.History;
import dev.waybill.local.history.TopicHistory;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.AbstractAssert;

/** Asserts the guarantees on a {@link History}; a failure shows examples for each topic. */
public final class HistoryAssert extends AbstractAssert<HistoryAssert, History> {
  private HistoryAssert(History actual) {
    super(actual, HistoryAssert.class);
  }

  /** Begins an assertion; meant for a static import. */
  public static HistoryAssert assertThat(History history) {
    return new HistoryAssert(history);
  }

  /** Every committed message is on every topic. */
  public HistoryAssert lostNothing() {
    return none("lost", TopicHistory::lost);
  }

  /** No message is on a topic twice. */
  public HistoryAssert doubledNothing() {
    return none("doubled", TopicHistory::doubled);
  }

  /** No topic holds a message that was not committed. */
  public HistoryAssert inventedNothing() {
    return none("ghosts", TopicHistory::ghosts);
  }

  /** The messages of a key are in one partition and in commit order. */
  public HistoryAssert keptOrderPerKey() {
    return none("reordered", TopicHistory::reordered);
  }

  /** At least one message was committed, so that the other assertions mean something. */
  public HistoryAssert wroteSomething() {
    if (actual.committed() == 0) {
      failWithMessage("nothing was committed");
    }
    return this;
  }

  private HistoryAssert none(String what, Function<TopicHistory, Finding> finding) {
    List<String> bad =
        actual.topics().stream()
            .filter(topic -> !finding.apply(topic).none())
            .map(
                topic ->
                    "%n  %s of %d records: %s %s"
                        .formatted(topic.topic(), topic.records(), what, finding.apply(topic)))
            .toList();
    if (!bad.isEmpty()) {
      failWithMessage(
          "%s", "of %d committed:%s".formatted(actual.committed(), String.join("", bad)));
    }
    return this;
  }
}

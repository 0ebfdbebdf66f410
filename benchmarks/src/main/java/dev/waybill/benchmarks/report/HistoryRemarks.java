package dev.waybill.benchmarks.report;

import dev.waybill.local.history.History;
import dev.waybill.local.history.TopicHistory;
import java.util.List;

/** What is wrong with a history, in words for a report. */
public final class HistoryRemarks {

  private HistoryRemarks() {}

  /** One remark for each topic that is not as it should be. */
  public static List<String> of(History history) {
    return history.topics().stream()
        .filter(topic -> !topic.clean())
        .map(HistoryRemarks::of)
        .toList();
  }

  private static String of(TopicHistory topic) {
    return "%s: lost %s, doubled %s, ghosts %s, reordered %s"
        .formatted(topic.topic(), topic.lost(), topic.doubled(), topic.ghosts(), topic.reordered());
  }
}

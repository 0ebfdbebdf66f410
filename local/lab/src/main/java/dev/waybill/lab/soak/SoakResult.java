package dev.waybill.lab.soak;

import dev.waybill.lab.witness.ConfirmedPosition.Verdict;
import dev.waybill.local.history.Finding;
import dev.waybill.local.history.History;
import dev.waybill.local.history.TopicHistory;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came out of a soak.
 *
 * @param faults what struck, in order
 * @param history every topic compared with what was committed
 * @param effects what the handler did, compared with what was committed
 * @param confirmed whether the slot ever confirmed what Kafka did not have
 * @param late who may be late, and who said so
 */
record SoakResult(
    SoakPlan plan,
    List<Struck> faults,
    History history,
    TopicHistory effects,
    Verdict confirmed,
    LateMessages late,
    Figures figures) {

  /** Faults are copied. */
  SoakResult {
    faults = List.copyOf(faults);
  }

  boolean passed() {
    return history.clean()
        && effects.clean()
        && history.committed() > 0
        && confirmed.judged() > 0
        && confirmed.ahead().isEmpty()
        && comparisons().allMatch(topic -> late.explain(topic.late()));
  }

  /** Every topic, and the effects. */
  Stream<TopicHistory> comparisons() {
    return Stream.concat(history.topics().stream(), Stream.of(effects));
  }

  /** The document for {@code -o json}; members are only ever added. */
  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("passed", passed());
    root.put("seed", Long.toString(plan.seed()));
    root.put("rate", plan.rate());
    root.put("seconds", figures.seconds());
    root.put("committed", history.committed());
    root.put("rolledBack", figures.rolledBack());
    root.put("lost", history.lost());
    root.put("doubled", history.doubled());
    root.put("ghosts", history.ghosts());
    root.put("reordered", history.reordered());
    root.put("late", history.late());
    root.put("mayBeLate", late.allowed());
    root.put("saidToBeLate", late.counted());
    root.put("revived", figures.revived());
    ArrayNode struck = root.putArray("faults");
    faults.forEach(fault -> struck.add(json(fault)));
    ObjectNode slot = root.putObject("confirmed");
    slot.put("judged", confirmed.judged());
    slot.put("notJudged", confirmed.notJudged());
    ArrayNode ahead = slot.putArray("ahead");
    confirmed.ahead().forEach(ahead::add);
    ArrayNode topics = root.putArray("topics");
    history.topics().forEach(topic -> topics.add(json("topic", topic)));
    root.set("effects", json("table", effects));
    return root;
  }

  private static ObjectNode json(Struck struck) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("kind", struck.fault().kind());
    node.put("fault", struck.fault().describe());
    node.put("atSeconds", struck.at().toMillis() / 1000.0);
    node.put("flowedAfterSeconds", struck.flowedAfter().toMillis() / 1000.0);
    return node;
  }

  private static ObjectNode json(String kind, TopicHistory topic) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(kind, topic.topic());
    node.put("records", topic.records());
    node.set("lost", json(topic.lost()));
    node.set("doubled", json(topic.doubled()));
    node.set("ghosts", json(topic.ghosts()));
    node.set("reordered", json(topic.reordered()));
    node.put("late", topic.late());
    return node;
  }

  private static ObjectNode json(Finding finding) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("count", finding.count());
    ArrayNode examples = node.putArray("examples");
    finding.examples().forEach(examples::add);
    return node;
  }

  /**
   * What is told and not judged.
   *
   * @param rolledBack messages that were written and taken back
   * @param revived processes that ended by themselves and were started again
   * @param seconds how long it took, the start of the servers left out
   */
  record Figures(int rolledBack, int revived, long seconds) {}
}

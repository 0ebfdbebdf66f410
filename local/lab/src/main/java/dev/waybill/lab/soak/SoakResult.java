package dev.waybill.lab.soak;

import dev.waybill.local.history.Finding;
import dev.waybill.local.history.History;
import dev.waybill.local.history.TopicHistory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came out of a soak.
 *
 * @param history every topic compared with what was committed
 * @param effects what the handler did, compared with what was committed
 * @param rolledBack messages that were written and taken back
 * @param seconds how long it took, the start of the servers left out
 */
record SoakResult(
    SoakPlan plan,
    Kills kills,
    History history,
    TopicHistory effects,
    int rolledBack,
    long seconds) {

  boolean passed() {
    return history.clean() && effects.clean() && history.committed() > 0;
  }

  /** The document for {@code -o json}; members are only ever added. */
  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("passed", passed());
    root.put("seed", Long.toString(plan.seed()));
    root.put("kills", plan.kills());
    root.put("relayKills", kills.relay());
    root.put("handlerKills", kills.handler());
    root.put("rate", plan.rate());
    root.put("seconds", seconds);
    root.put("committed", history.committed());
    root.put("rolledBack", rolledBack);
    root.put("lost", history.lost());
    root.put("doubled", history.doubled());
    root.put("ghosts", history.ghosts());
    root.put("reordered", history.reordered());
    ArrayNode topics = root.putArray("topics");
    history.topics().forEach(topic -> topics.add(json("topic", topic)));
    root.set("effects", json("table", effects));
    return root;
  }

  private static ObjectNode json(String kind, TopicHistory topic) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(kind, topic.topic());
    node.put("records", topic.records());
    node.set("lost", json(topic.lost()));
    node.set("doubled", json(topic.doubled()));
    node.set("ghosts", json(topic.ghosts()));
    node.set("reordered", json(topic.reordered()));
    return node;
  }

  private static ObjectNode json(Finding finding) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("count", finding.count());
    ArrayNode examples = node.putArray("examples");
    finding.examples().forEach(examples::add);
    return node;
  }
}

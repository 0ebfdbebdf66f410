package dev.waybill.cli.doctor.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Level;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopicRulesTest {

  private static final Subscription DASHBOARD =
      SubscriptionFiles.parse(
          "test.yaml",
          """
          handler: dashboard
          owner: insight
          subscribes: [{type: parcel.sent, versions: [1]}]
          """);

  private final TopicRules rules = new TopicRules(true);

  @Test
  void acceptsAReplicatedTopic() {
    TopicState topic = new TopicState(3, 3, 3, 2, "delete");

    assertThat(levels(rules.handler(DASHBOARD, Optional.of(topic)))).containsExactly(Level.OK);
  }

  @Test
  void wantsTheTopicWithThePartitionsOfTheRevision() {
    assertThat(rules.handler(DASHBOARD, Optional.empty()).get(0).message())
        .contains("waybill.dashboard does not exist");
    assertThat(rules.handler(DASHBOARD, Optional.of(new TopicState(4, 3, 3, 2, "delete"))).get(0))
        .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
        .satisfies(finding -> assertThat(finding.message()).contains("has 4", "says 3"));
  }

  @Test
  void warnsOfTopicsThatALostBrokerTakesAlong() {
    assertThat(levels(rules.handler(DASHBOARD, Optional.of(new TopicState(3, 1, 1, 1, "delete")))))
        .containsExactly(Level.WARNING);
    assertThat(levels(rules.handler(DASHBOARD, Optional.of(new TopicState(3, 3, 3, 1, "delete")))))
        .containsExactly(Level.WARNING);
    assertThat(levels(rules.handler(DASHBOARD, Optional.of(new TopicState(3, 3, 1, 2, "delete")))))
        .containsExactly(Level.PROBLEM);
  }

  @Test
  void wantsACompactedLedgerOfOnePartition() {
    assertThat(levels(rules.ledger("l", Optional.of(new TopicState(1, 3, 3, 2, "compact")))))
        .containsExactly(Level.OK);
    assertThat(levels(rules.ledger("l", Optional.of(new TopicState(1, 3, 3, 2, "compact,delete")))))
        .containsExactly(Level.PROBLEM);
    assertThat(levels(rules.ledger("l", Optional.of(new TopicState(2, 3, 3, 2, "compact")))))
        .containsExactly(Level.PROBLEM);
  }

  @Test
  void aMissingLedgerIsALossOnlyAfterTheRelayHasPublished() {
    assertThat(levels(rules.ledger("l", Optional.empty()))).containsExactly(Level.PROBLEM);
    assertThat(levels(new TopicRules(false).ledger("l", Optional.empty())))
        .containsExactly(Level.OK);
  }

  private static List<Level> levels(List<Finding> findings) {
    return findings.stream().map(Finding::level).toList();
  }
}

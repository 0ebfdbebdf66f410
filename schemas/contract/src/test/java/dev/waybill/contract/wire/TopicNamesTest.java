package dev.waybill.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicNamesTest {

  @Test
  void namesTopicsByThePrefix() {
    TopicNames names = new TopicNames(TopicNames.DEFAULT_PREFIX);

    assertThat(names.handler("timeline")).isEqualTo("waybill.timeline");
    assertThat(TopicNames.deadLetters("waybill.timeline")).isEqualTo("waybill.timeline.dlt");
    assertThat(names.ledger("main")).isEqualTo("waybill.internal.main.ledger");
  }
}

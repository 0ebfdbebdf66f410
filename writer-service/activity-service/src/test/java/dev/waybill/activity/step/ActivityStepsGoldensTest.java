package dev.waybill.activity.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageType;
import dev.waybill.handler.record.PayloadReader;
import dev.waybill.testsupport.handler.GoldenPayloads;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityStepsGoldensTest {

  @Test
  void readsAFollowUpAsItWasReleasedWithNothingLeftOut() {
    byte[] golden = GoldenPayloads.read(new MessageType("activity.plan-follow-up", 1));

    assertThat(new PayloadReader().read(golden, PlanFollowUp.class, List.of()))
        .hasNoNullFieldsOrProperties();
  }
}

package dev.waybill.activity.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.access.UserId;
import dev.waybill.activity.request.AssignActivity;
import dev.waybill.activity.request.Command;
import dev.waybill.activity.request.CreateActivity;
import dev.waybill.activity.request.ReassignActivity;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  private static final UserId ANNA = new UserId("anna");
  private static final Command ASSIGN = new AssignActivity("7", 1L, "bert");

  @Test
  void tellsRequestsApart() {
    assertThat(
            Set.of(
                Fingerprint.of(ANNA, ASSIGN),
                Fingerprint.of(new UserId("carl"), ASSIGN),
                Fingerprint.of(ANNA, new ReassignActivity("7", 1L, "bert")),
                Fingerprint.of(ANNA, new AssignActivity("8", 1L, "bert")),
                Fingerprint.of(ANNA, new AssignActivity("7", 2L, "bert")),
                Fingerprint.of(ANNA, new AssignActivity("7", 1L, "dora"))))
        .hasSize(6);
    assertThat(Fingerprint.of(ANNA, ASSIGN))
        .isEqualTo(Fingerprint.of(ANNA, new AssignActivity("7", 1L, "bert")));
  }

  /** An answer that was kept by an earlier release is found by a later one. */
  @Test
  void staysAsItWas() {
    assertThat(Fingerprint.of(ANNA, new CreateActivity("call", "Call back", null, null, null)))
        .isEqualTo("896b32545b5464f6c0341365c0be8d3734fb278ea5d6546386940425651e2995");
  }
}

package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.e2e.runbook.RunbookPage.Block;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunbookPageTest {

  @Test
  void readsTheBlocksOfASection() {
    RunbookPage page =
        RunbookPage.parse(
            """
            ## Diagnosis
            ```console
            grep it
            ```
            ## Mitigation
            1. First:
               ```sql
               -- as waybill_relay
               SELECT 1;
               SELECT 2;
               ```
            """);

    assertThat(page.in("Mitigation"))
        .containsExactly(new Block("Mitigation", "waybill_relay", List.of("SELECT 1", "SELECT 2")));
    assertThat(page.in("Diagnosis")).isEmpty();
  }

  @Test
  void refusesABlockThatDoesNotSayAsWhom() {
    assertThatThrownBy(() -> RunbookPage.parse("## Mitigation\n```sql\nSELECT 1;\n```\n"))
        .hasMessageContaining("names no role");
  }
}

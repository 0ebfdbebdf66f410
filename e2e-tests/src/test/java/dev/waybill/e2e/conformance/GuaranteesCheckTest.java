package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A guarantee without a test, or with a link that proves nothing, is found. */
class GuaranteesCheckTest {

  private static final String LINK = "[`StageIT#stages`](../x/src/test/java/y/StageIT.java)";

  private final GuaranteesCheck check =
      new GuaranteesCheck(
          List.of("Atomic"),
          TestIndex.of(List.of(new TestClass("StageIT", null, false, Set.of("stages")))));

  @Test
  void acceptsALinkToATestAndAPromise() {
    assertThat(findings("## 1. Atomic\n\n- " + LINK)).isEmpty();
    assertThat(findings("## 1. Atomic\n\nplanned: everything")).isEmpty();
  }

  @Test
  void refusesAGuaranteeWithoutEither() {
    assertThat(findings("## 1. Atomic\n\nTrust us."))
        .containsExactly("Atomic has neither a test nor the word planned");
  }

  @Test
  void refusesAMissingGuarantee() {
    assertThat(findings("# Guarantees")).containsExactly("has the guarantees [], not [Atomic]");
  }

  @Test
  void refusesATestThatDoesNotExist() {
    assertThat(findings("## 1. Atomic\n" + LINK.replace("#stages", "#gone")))
        .containsExactly("no test method StageIT#gone that runs");
  }

  @Test
  void refusesALinkThatLeadsToAnotherTest() {
    assertThat(findings("## 1. Atomic\n" + LINK.replace("y/StageIT", "y/OtherIT")))
        .containsExactly("StageIT#stages links to ../x/src/test/java/y/OtherIT.java");
  }

  @Test
  void refusesALinkTextThatIsNoTest() {
    assertThat(findings("## 1. Atomic\n" + LINK.replace("`StageIT#stages`", "the staging test")))
        .containsExactly("'the staging test' is not Class or Class#method");
  }

  private List<String> findings(String text) {
    return check.check(new MarkdownFile("page.md", text)).stream().map(Finding::problem).toList();
  }
}

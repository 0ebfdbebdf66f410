package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.Subscription.AfterDeadLetter;
import dev.waybill.contract.subscription.Subscription.Failing;
import dev.waybill.contract.subscription.Subscription.UnsupportedVersion;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.e2e.project.ProjectTree;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on subscriptions lists the fields that a file may have, and its example is one. */
class SubscriptionsPageTest {

  private static final Pattern KNOWN = Pattern.compile("known are \\[(.*)]");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  private final String page = ProjectTree.current().read("docs/reference/subscriptions.md");

  @Test
  void listsEveryFieldAndNoOther() {
    List<String> listed =
        page.lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> MarkdownFile.code(line).get(0))
            .toList();

    assertThat(listed).containsExactlyInAnyOrderElementsOf(known());
  }

  @Test
  void showsAFileThatCanBeRead() {
    Matcher example = EXAMPLE.matcher(page);
    assertThat(example.find()).isTrue();

    Subscription subscription = SubscriptionFiles.parse("page", example.group(1));

    assertThat(subscription.failing())
        .isEqualTo(new Failing(AfterDeadLetter.CONTINUE, UnsupportedVersion.SKIP));
  }

  /** The refusal of an unknown field names those that are known. */
  private static List<String> known() {
    Throwable refusal = catchThrowable(() -> SubscriptionFiles.parse("page", "nothing: known"));
    Matcher known = KNOWN.matcher(String.valueOf(refusal.getMessage()));
    assertThat(known.find()).isTrue();
    return List.of(known.group(1).split(", "));
  }
}

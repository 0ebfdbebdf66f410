package dev.waybill.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two versions of {@code parcel.sent} roll out over the handler {@code depot}, and back. */
class ReaderRulesTest {

  private static final HandlerId DEPOT = new HandlerId("depot");
  private static final String V1 = "parcel.sent v1";
  private static final String V2 = "parcel.sent v2";

  private final List<Readers.Instance> instances = new ArrayList<>();
  private boolean believed;
  private Needed needed = new Needed(List.of(), List.of());

  @Test
  void promisesAVersionThatEveryInstanceReads() {
    instance("a", true, V1, V2);
    instance("b", true, V1, V2);

    assertThat(notices("[1]", "[1, 2]")).isEmpty();
  }

  @Test
  void refusesAVersionThatOneLiveInstanceDoesNotReadWhoeverAnswersForIt() {
    instance("a", true, V1, V2);
    instance("b", true, V1);
    believed = true;

    assertRefused(notices("[1]", "[1, 2]"), "instance b", "does not read parcel.sent v2");
  }

  @Test
  void refusesToKeepAPromiseThatIsNoLongerTrue() {
    instance("a", true, V1);

    assertRefused(
        notices("[1, 2]", "[1, 2]\nowner: other"), "instance a", "does not read parcel.sent v2");
  }

  @Test
  void warnsOfAnInstanceThatIsGoneAndCouldComeBack() {
    instance("a", true, V1, V2);
    instance("b", false, V1);

    assertWarned(notices("[1]", "[1, 2]"), "instance b", "did not read parcel.sent v2");
  }

  @Test
  void refusesAPromiseThatNobodyConfirmsUntilSomebodyAnswersForIt() {
    assertRefused(notices("[1]", "[1, 2]"), "not asked: away", "--unasked depot");

    believed = true;
    assertWarned(notices("[1]", "[1, 2]"), "not asked: away", "its file is believed");
  }

  @Test
  void doesNotTakeAnOlderProcessForOneThatReadsEverything() {
    instance("a", true, (String[]) null);

    assertRefused(notices("[1]", "[1, 2]"), "instance a", "does not say what it reads");
  }

  @Test
  void asksNobodyAboutWhatIsPromisedAlready() {
    assertThat(notices("[1, 2]", "[1, 2]\nowner: other")).isEmpty();
  }

  @Test
  void promisesNothingOfAHandlerThatIsNotActive() {
    assertThat(notices("[1]", "[1, 2]\nstatus: disabled")).isEmpty();
    assertRefused(notices("[1]\nstatus: disabled", "[1]"), "not asked: away");
  }

  @Test
  void refusesToTakeAVersionBackThatIsOnItsWay() {
    instance("a", true, V1, V2);
    needed = new Needed(List.of("3 messages not dispatched", "1 open dead letters"), List.of());
    believed = true;

    assertRefused(
        notices("[1, 2]", "[1]"),
        "its reader of parcel.sent v2 is still needed",
        "3 messages not dispatched; 1 open dead letters");

    needed = new Needed(List.of(), List.of());
    assertThat(notices("[1, 2]", "[1]")).isEmpty();
  }

  @Test
  void refusesToTakeAVersionBackOnAGuess() {
    instance("a", true, V1, V2);
    needed = new Needed(List.of(), List.of("its inbox: away"));

    assertRefused(notices("[1, 2]", "[1]"), "was not seen: its inbox: away");

    believed = true;
    assertWarned(notices("[1, 2]", "[1]"), "its file is believed");
  }

  private void instance(String name, boolean live, String @Nullable ... reads) {
    instances.add(
        new Readers.Instance(name, live, "now", reads == null ? null : Arrays.asList(reads)));
  }

  private List<Notice> notices(String applied, String wanted) {
    return ReaderRules.judge(
        new SubscriptionRevision(7, List.of(depot(applied))),
        new SubscriptionRevision(8, List.of(depot(wanted))),
        new Evidence(
            instances.isEmpty() ? Map.of() : Map.of(DEPOT, new Readers.Told(instances)),
            "away",
            (handler, type) -> needed,
            believed ? Set.of(DEPOT) : Set.of()));
  }

  private static Subscription depot(String versions) {
    String rest = versions.contains("\n") ? versions.substring(versions.indexOf('\n') + 1) : "";
    String list = versions.lines().findFirst().orElseThrow();
    String owner = rest.startsWith("owner") ? "" : "owner: views\n";
    return SubscriptionFiles.parse(
        "depot.yaml",
        "handler: depot\n%s%s\nsubscribes: [{type: parcel.sent, versions: %s}]\n"
            .formatted(owner, rest, list));
  }

  private static void assertRefused(List<Notice> notices, String... words) {
    assertNotice(notices, Notice.Severity.REFUSAL, words);
  }

  private static void assertWarned(List<Notice> notices, String... words) {
    assertNotice(notices, Notice.Severity.WARNING, words);
  }

  private static void assertNotice(List<Notice> notices, Notice.Severity severity, String[] words) {
    assertThat(notices).hasSize(1);
    Notice notice = notices.get(0);
    assertThat(notice.severity()).isEqualTo(severity);
    assertThat(notice.subject()).isEqualTo("depot");
    assertThat(notice.message() + " " + notice.remedy()).contains(words);
  }
}

package dev.waybill.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.catalogue.Violation;
import dev.waybill.contract.check.Checkout;
import dev.waybill.contract.check.ContractCheck;
import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ActivityContractsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Catalogue catalogue = Catalogue.load(getClass().getClassLoader());

  @Test
  void publishesTheTypesThatTheActivityServiceStages() {
    assertThat(catalogue.all())
        .extracting(EventContract::type)
        .containsExactly(
            "activity.assigned",
            "activity.cancelled",
            "activity.completed",
            "activity.created",
            "activity.deleted",
            "activity.plan-follow-up",
            "activity.reassigned",
            "activity.rescheduled",
            "activity.started",
            "activity.updated",
            "notification.assignment-mail");
    assertThat(catalogue.all()).allMatch(contract -> contract.record().durable());
  }

  /** The same as {@code ./waybill schemas check}. */
  @Test
  void keepsEveryRule() {
    Checkout checkout =
        Checkout.read(Path.of(""), Path.of("../runbooks"), LocalDate.now(ZoneOffset.UTC));

    assertThat(ContractCheck.check(checkout)).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> showsEveryMemberInTheExample() {
    return eachVersion(
        (name, version) ->
            DynamicTest.dynamicTest(
                name,
                () ->
                    assertThat(JSON.readTree(version.example()).propertyNames())
                        .containsExactlyInAnyOrderElementsOf(
                            schema(version).path("properties").propertyNames())));
  }

  @TestFactory
  Stream<DynamicTest> refusesAnExampleWithoutARequiredMember() {
    return eachVersion(
        (name, version) ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  for (JsonNode member : schema(version).path("required")) {
                    ObjectNode broken = (ObjectNode) JSON.readTree(version.example());
                    broken.remove(member.asString());
                    assertThat(version.validate(broken.toString()))
                        .extracting(Violation::field)
                        .containsExactly("/" + member.asString());
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> letsANewerWriterAddAnOptionalMember() {
    return eachVersion(
        (name, version) ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  ObjectNode newer = (ObjectNode) JSON.readTree(version.example());
                  newer.put("addedLater", true);
                  assertThat(schema(version).path("additionalProperties").asBoolean()).isTrue();
                  assertThat(version.validate(newer.toString())).isEmpty();
                }));
  }

  @Test
  void subscribesOnlyToTypesAndVersionsThatExist() {
    List<Subscription> subscriptions = SubscriptionFiles.read(Path.of("subscriptions"));

    assertThat(subscriptions)
        .extracting(subscription -> subscription.handler().value())
        .containsExactly("activity-steps", "dashboard", "notification", "timeline");
    for (Subscription subscription : subscriptions) {
      for (Subscription.Entry entry : subscription.entries()) {
        EventContract contract = catalogue.find(entry.type()).orElseThrow();
        assertThat(contract.versions().keySet()).containsAll(entry.versions());
      }
    }
  }

  /** An event has any number of readers; what is to be done is done by one. */
  @Test
  void sendsEachCommandAndSideEffectToOneHandler() {
    List<Subscription> subscriptions = SubscriptionFiles.read(Path.of("subscriptions"));

    assertThat(catalogue.all())
        .filteredOn(contract -> contract.record().kind() != MessageKind.INTEGRATION_EVENT)
        .hasSize(2)
        .allSatisfy(
            contract ->
                assertThat(subscriptions)
                    .filteredOn(subscription -> subscription.entry(contract.type()).isPresent())
                    .singleElement()
                    .extracting(Subscription::owner)
                    .isEqualTo(contract.record().owner()));
  }

  private interface VersionTest {
    DynamicTest of(String name, EventVersion version);
  }

  private Stream<DynamicTest> eachVersion(VersionTest test) {
    return catalogue.all().stream()
        .flatMap(
            contract ->
                contract.versions().values().stream()
                    .map(version -> test.of(contract.type() + " v" + version.version(), version)));
  }

  private static JsonNode schema(EventVersion version) {
    return JSON.readTree(version.schemaText());
  }
}

package dev.waybill.contract.check;

import static dev.waybill.contract.check.CheckoutFolder.DEPOT;
import static dev.waybill.contract.check.CheckoutFolder.EXAMPLE;
import static dev.waybill.contract.check.CheckoutFolder.GOLDEN;
import static dev.waybill.contract.check.CheckoutFolder.MARKS;
import static dev.waybill.contract.check.CheckoutFolder.REACTION;
import static dev.waybill.contract.check.CheckoutFolder.RECORD;
import static dev.waybill.contract.check.CheckoutFolder.RELEASED;
import static dev.waybill.contract.check.CheckoutFolder.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule, broken on purpose in a checkout that keeps all others. */
class ContractCheckTest {

  private CheckoutFolder checkout;

  @BeforeEach
  void write(@TempDir Path folder) {
    checkout = CheckoutFolder.in(folder);
  }

  @Test
  void findsNothingInACheckoutThatKeepsTheRules() {
    assertThat(checkout.check()).isEmpty();
  }

  @Test
  void saysFileFieldRuleAndSubscribersInOneLine() {
    checkout.replace(SCHEMA, "\"maxLength\": 40", "\"maxLength\": 20");

    assertThat(checkout.check())
        .map(Breach::toString)
        .containsExactly(
            "events/parcel.sent/v1.schema.json: /properties/id/maxLength: released-schema-stays:"
                + " narrowed: maxLength was 40 and is 20; take it back, or make a new version with"
                + " `waybill schemas new-version parcel.sent` (subscribers: depot)");
  }

  @Test
  void allowsAnOptionalMemberInAReleasedVersion() {
    checkout.replace(
        SCHEMA,
        "\"note\":",
        "\"colour\": {\"type\": \"string\", \"description\": \"Absent: brown.\"}, \"note\":");
    checkout.replace(RECORD, "{id:", "{colour: public, id:");

    assertThat(checkout.check()).isEmpty();
  }

  @Test
  void refusesAnOptionalMemberWhoseAbsenceMeansNothing() {
    checkout.replace(SCHEMA, " Absent: none.", "");

    assertBreach(SCHEMA, "/properties/note/description", "absence-has-a-meaning", "note", "depot");
  }

  @Test
  void refusesAnExampleThatBreaksItsSchema() {
    checkout.write(EXAMPLE, "{\"id\": 7, \"to\": {\"city\": \"Graz\"}}");

    assertBreach(EXAMPLE, "/id", "example-holds", "string");
  }

  @Test
  void refusesASchemaThatIsNone() {
    checkout.unrelease();
    checkout.replace(DEPOT, "clearance", "status: contract-only\nclearance");
    checkout.replace(SCHEMA, "\"maxLength\": 40", "\"maxLength\": \"forty\"");

    assertBreach(SCHEMA, "/properties/id/maxLength", "schema-is-schema", "integer");
  }

  @Test
  void refusesARecordThatCannotBeReadAndGoesOnWithTheRest() {
    checkout.replace("events/parcel.seen/record.yaml", "trust: internal", "trust:");
    checkout.write(EXAMPLE, "{");

    assertThat(checkout.check())
        .extracting(Breach::file, Breach::rule)
        .contains(tuple("events/parcel.seen", "file-is-readable"), tuple(EXAMPLE, "example-holds"));
  }

  @Test
  void refusesASubscriptionThatCannotBeRead() {
    checkout.replace(DEPOT, "guarantee:", "garantee:");

    assertBreach(DEPOT, "", "file-is-readable", "unknown field 'garantee'");
  }

  @Test
  void refusesAMemberWithoutAClassification() {
    checkout.replace(RECORD, "note: internal, ", "");

    assertBreach(RECORD, "fields/note", "field-is-classified", "no classification", "depot");
  }

  @Test
  void refusesTheClassificationOfNoMember() {
    checkout.replace(RECORD, "note: internal", "note: internal, weight: public");

    assertBreach(RECORD, "fields/weight", "field-is-classified", "no version", "depot");
  }

  @Test
  void refusesAClassificationThatIsNone() {
    checkout.replace(RECORD, "note: internal", "note: secret");

    assertBreach(RECORD, "fields", "field-is-classified", "secret", "depot");
  }

  @Test
  void refusesASubscriptionWithAFieldAboveItsClearance() {
    checkout.replace(DEPOT, "clearance: internal", "clearance: public");

    assertBreach(
        DEPOT + ":13",
        "parcel.sent/note (internal)",
        "clearance-covers-fields",
        "above the handler's clearance 'public'",
        "depot");
  }

  @Test
  void looksIntoMembersOfMembersForFieldsAboveAClearance() {
    checkout.replace(RECORD, "to: public", "to.city: personal");

    assertBreach(
        DEPOT + ":13",
        "parcel.sent/to.city (personal)",
        "clearance-covers-fields",
        "above",
        "depot");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "guarantee",
        "boundary",
        "duplicates",
        "runbook",
        "recovery-owner",
        "record-owner",
        "status"
      })
  void refusesADeliveryWithAGap(String field) {
    checkout.replace(DEPOT, "  " + field + ":", "  # " + field + ":");

    assertBreach(
        DEPOT + ":15",
        "parcel.sent/delivery/" + field,
        "delivery-is-specified",
        field + " is missing",
        "depot");
  }

  @Test
  void refusesADeliveryWithoutASpecification() {
    checkout.replace(DEPOT, "    delivery:\n      retry-horizon: 36m\n", "");

    assertBreach(
        DEPOT + ":13",
        "parcel.sent/delivery/retry-horizon",
        "delivery-is-specified",
        "missing",
        "depot");
  }

  @Test
  void refusesAGuaranteeThatNobodyGives() {
    checkout.replace(DEPOT, "effectively-once", "best-effort");

    assertBreach(
        DEPOT + ":15",
        "parcel.sent/delivery/guarantee",
        "delivery-is-specified",
        "declared by the reaction",
        "depot");
  }

  @Test
  void wantsToKnowWhoDecidesADraftAndUntilWhen() {
    checkout.replace(DEPOT, "clearance:", "status: contract-only\nclearance:");
    checkout.replace(DEPOT, "  status: decided", "  status: draft");

    assertThat(checkout.check())
        .extracting(Breach::field)
        .containsExactly("parcel.sent/delivery/decide-until", "parcel.sent/delivery/decided-by");

    checkout.replace(
        DEPOT, "status: draft", "status: draft\n  decided-by: views\n  decide-until: 2026-06-01");
    checkout.replace(DEPOT, "  boundary:", "  # boundary:");
    assertThat(checkout.check()).isEmpty();

    checkout.replace(DEPOT, "2026-06-01", "2026-05-31");
    assertThat(checkout.check())
        .extracting(Breach::field, Breach::message)
        .containsExactly(
            tuple("parcel.sent/delivery/decide-until", "the decision was due on 2026-05-31"));
  }

  @Test
  void routesNoDraft() {
    checkout.replace(
        DEPOT, "status: decided", "status: draft\n  decided-by: views\n  decide-until: 2027-01-01");

    assertBreach(
        DEPOT + ":17",
        "parcel.sent/delivery/status",
        "delivery-is-specified",
        "not routed",
        "depot");
  }

  @Test
  void refusesARunbookThatDoesNotExist() {
    checkout.delete("runbooks/dead-letters.md");

    assertBreach(
        DEPOT + ":15",
        "parcel.sent/delivery/runbook",
        "runbook-exists",
        "no runbook dead-letters.md",
        "depot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"35m", "1h", "PT36M1S"})
  void refusesAHorizonThatTheDefaultRetriesContradict(String horizon) {
    checkout.replace(DEPOT, "36m", horizon);

    assertBreach(
        DEPOT + ":15",
        "parcel.sent/delivery/retry-horizon",
        "horizon-fits-retries",
        "the retries of the handler end after PT36M",
        "depot");
  }

  @Test
  void comparesAHorizonWithTheRetriesThatTheFileStates() {
    checkout.replace(DEPOT, "clearance:", "retry: {pauses: [1m, 1h]}\nclearance:");
    assertBreach(
        DEPOT + ":16",
        "parcel.sent/delivery/retry-horizon",
        "horizon-fits-retries",
        "end after PT1H1M",
        "depot");

    checkout.replace(DEPOT, "36m", "61m");
    assertThat(checkout.check()).isEmpty();

    checkout.replace(
        DEPOT,
        "{pauses: [1m, 1h]}",
        "{exponential: {first-pause: 1m, factor: 3, longest-pause: 5m, attempts: 5}}");
    checkout.replace(DEPOT, "61m", "14m");
    assertThat(checkout.check()).isEmpty();
  }

  @Test
  void refusesAReleasedVersionWithoutItsGoldenPayload() {
    checkout.delete(GOLDEN);

    assertBreach(GOLDEN, "", "golden-holds", "missing", "depot");
  }

  @Test
  void refusesAGoldenPayloadThatTheSchemaNoLongerTakes() {
    checkout.write(GOLDEN, "{\"id\": \"1\"}");

    assertBreach(GOLDEN, "/to", "golden-holds", "required", "depot");
  }

  @Test
  void refusesASubscriptionToAVersionThatIsNotReleased() {
    checkout.unrelease();

    assertBreach(
        DEPOT + ":13",
        "subscribes/parcel.sent",
        "subscribed-version-exists",
        "waybill schemas release parcel.sent",
        "depot");
  }

  @Test
  void refusesASubscriptionToWhatIsInNoContract() {
    checkout.replace(DEPOT, "versions: [1]", "versions: [1, 2]");
    assertBreach(
        DEPOT + ":13", "subscribes/parcel.sent", "subscribed-version-exists", "version 2", "depot");

    checkout.replace(DEPOT, "parcel.sent", "parcel.seen");
    assertThat(checkout.check())
        .extracting(Breach::rule, Breach::message)
        .contains(
            tuple(
                "subscribed-version-exists",
                "the type is best-effort: it is never staged, so nobody can subscribe to it"));
  }

  @Test
  void missesAVersionThatIsGoneAndNeverRetired() {
    checkout.copyVersion(1, 2);
    checkout.deleteVersion(1);
    checkout.write(MARKS, "parcel.sent: [2]");
    checkout.replace(DEPOT, "versions: [1]", "versions: [2]");
    assertBreach(SCHEMA, "", "version-is-accounted-for", "version 1 is gone");

    checkout.replace(RECORD, "fields:", "retired: [1]\nfields:");
    assertThat(checkout.check()).isEmpty();

    checkout.replace(RECORD, "retired: [1]", "retired: [1, 2]");
    assertThat(checkout.check())
        .extracting(Breach::message)
        .anyMatch(text -> text.contains("never used again"));
  }

  @Test
  void missesTheNewestVersionThatWasReleased() {
    checkout.write(MARKS, "parcel.sent: [1, 2]");

    assertBreach(
        "events/parcel.sent/v2.schema.json",
        "",
        "version-is-accounted-for",
        "version 2 is gone and was not retired");
  }

  @Test
  void missesATypeThatWasReleased() {
    checkout.write(MARKS, "parcel.sent: [1]\nparcel.lost: [1, 2]");

    assertBreach(
        MARKS, "parcel.lost", "version-is-accounted-for", "its versions [1, 2] were released");
  }

  @Test
  void wantsEveryReleasedVersionOnTheList() {
    checkout.write(MARKS, "{}");

    assertBreach(
        MARKS, "parcel.sent", "version-is-accounted-for", "version 1 is released", "depot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parcel.sent: 1", "parcel.sent: [one]", "parcel.sent: [0]", "[1"})
  void refusesAListOfReleasedVersionsThatIsNone(String list) {
    checkout.write(MARKS, list);

    assertThat(checkout.check())
        .extracting(Breach::file, Breach::rule)
        .contains(tuple(MARKS, "file-is-readable"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"retired: 1", "retired: [99999999999]", "retired: [x]"})
  void refusesRetiredVersionsThatAreNone(String retired) {
    checkout.replace(RECORD, "fields:", retired + "\nfields:");

    assertThat(checkout.check())
        .extracting(Breach::file, Breach::rule)
        .contains(tuple("events/parcel.sent", "file-is-readable"));
  }

  @Test
  void refusesASchemaWhoseNameIsThatOfNoVersion() {
    checkout.copy(SCHEMA, "events/parcel.sent/v99999999999.schema.json");

    assertThat(checkout.check())
        .extracting(Breach::file, Breach::message)
        .contains(
            tuple(
                "events/parcel.sent",
                "event parcel.sent: v99999999999.schema.json is the schema of no version: versions"
                    + " are v1, v2 and so on, below v1000000000"));
  }

  @Test
  void unlocksNoVersionWhoseReleasedFormIsDeleted() {
    checkout.delete(RELEASED);
    checkout.replace(DEPOT, "clearance", "status: contract-only\nclearance");
    assertBreach(RELEASED, "", "released-schema-stays", "bring back the schema", "depot");

    checkout.write(MARKS, "{}");
    assertBreach(RELEASED, "", "released-schema-stays", "bring back the schema", "depot");

    checkout.delete(GOLDEN);
    assertThat(checkout.check()).isEmpty();
  }

  @Test
  void endsWhereASchemaRefersToItself() {
    checkout.unrelease();
    checkout.replace(DEPOT, "clearance", "status: contract-only\nclearance");
    checkout.replace(
        SCHEMA,
        "\"note\":",
        "\"inside\": {\"type\": \"array\", \"items\": {\"$ref\": \"#\"},"
            + " \"description\": \"Absent: nothing.\"}, \"note\":");

    assertThat(checkout.check())
        .extracting(Breach::field)
        .containsExactly(
            "fields/inside[].id",
            "fields/inside[].inside",
            "fields/inside[].note",
            "fields/inside[].to.city");

    checkout.replace(RECORD, "{id:", "{inside: personal, id:");
    assertThat(checkout.check()).extracting(Breach::rule).containsOnly("clearance-covers-fields");
  }

  /** Each lets a payload have a member; it is not there unless the check sees it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"additionalProperties\": {\"type\": \"string\"} | *",
        "\"unevaluatedProperties\": {\"type\": \"string\"} | *",
        "\"patternProperties\": {\"^x/\": {\"type\": \"string\"}} | *",
        "\"additionalProperties\": {\"properties\": {\"name\": {\"description\": \"Absent:\"}}} | *.name",
        "\"dependentSchemas\": {\"note\": {\"properties\": {\"name\": {\"description\": \"Absent:\"}}}} | name",
        "\"not\": {\"required\": [\"name\"], \"properties\": {\"name\": {\"description\": \"Absent:\"}}} | name",
        "\"prefixItems\": [{\"properties\": {\"name\": {\"description\": \"Absent:\"}}}] | [].name",
        "\"contains\": {\"properties\": {\"name\": {\"description\": \"Absent:\"}}} | [].name",
        "\"unevaluatedItems\": {\"properties\": {\"name\": {\"description\": \"Absent:\"}}} | [].name",
        "\"allOf\": [{\"$ref\": \"#/$defs/a\"}], \"$defs\": {\"a\": {\"properties\": {\"next\": {\"$ref\": \"#/$defs/a\", \"description\": \"Absent:\"}}}} | next",
        "\"allOf\": [{\"$ref\": \"#who\"}], \"$defs\": {\"a\": {\"$anchor\": \"who\", \"properties\": {\"name\": {\"description\": \"Absent:\"}}}} | name"
      })
  void seesMembersWhereverTheyAreDeclared(String keyword, String field) {
    checkout.unrelease();
    checkout.replace(DEPOT, "clearance", "status: contract-only\nclearance");
    checkout.replace(SCHEMA, "{\"$schema\"", "{" + keyword + ", \"$schema\"");

    assertBreach(RECORD, "fields/" + field, "field-is-classified", "no classification", "depot");

    checkout.replace(RECORD, "{id:", "{\"" + field + "\": personal, id:");
    assertThat(checkout.check())
        .extracting(Breach::rule, Breach::field)
        .containsExactly(tuple("clearance-covers-fields", "parcel.sent/" + field + " (personal)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"dependencies\": {} | /dependencies",
        "\"x-more\": {\"properties\": {\"name\": {}}} | /x-more",
        "\"allOf\": [{\"$id\": \"https://example.org/inner\"}] | /allOf/0/$id",
        "\"$defs\": {\"a\": {}}, \"allOf\": [{\"$dynamicRef\": \"#/$defs/a\"}] | /allOf/0/$dynamicRef"
      })
  void refusesWhatAMemberCouldHideBehind(String keyword, String pointer) {
    checkout.unrelease();
    checkout.replace(DEPOT, "clearance", "status: contract-only\nclearance");
    checkout.replace(SCHEMA, "{\"$schema\"", "{" + keyword + ", \"$schema\"");

    assertBreach(SCHEMA, pointer, "field-is-classified", "members could hide behind it", "depot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"owner", "on-failure", "accepted-loss", "repeat"})
  void refusesABestEffortDeclarationWithAGap(String field) {
    checkout.replace(REACTION, field + ":", "# " + field + ":");

    assertBreach(REACTION, field, "best-effort-is-declared", "missing");
  }

  @Test
  void refusesABestEffortTypeThatNoReactionDeclares() {
    checkout.delete(REACTION);

    assertBreach(
        "events/parcel.seen/record.yaml", "durable", "best-effort-is-declared", "what is lost");
  }

  @Test
  void refusesABestEffortReactionToADurableType() {
    checkout.write(
        "best-effort/other.yaml",
        """
        name: other
        kind: reaction
        type: parcel.sent
        owner: views
        on-failure: a log line
        accepted-loss: one
        repeat: by hand
        """);

    assertBreach(
        "best-effort/other.yaml", "type", "best-effort-is-declared", "parcel.sent is durable");
  }

  private void assertBreach(
      String file, String field, String rule, String message, String... subscribers) {
    ListAssert<Breach> breaches = assertThat(checkout.check());
    breaches
        .extracting(Breach::file, Breach::field, Breach::rule)
        .containsExactly(tuple(file, field, rule));
    breaches.first().extracting(Breach::message).asString().contains(message);
    breaches
        .first()
        .satisfies(breach -> assertThat(breach.subscribers()).containsExactly(subscribers));
  }
}

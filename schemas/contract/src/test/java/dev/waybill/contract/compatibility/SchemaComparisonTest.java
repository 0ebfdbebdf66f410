package dev.waybill.contract.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.waybill.contract.compatibility.Difference.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaComparisonTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String RELEASED =
      """
      {"type": "object", "title": "parcel.sent", "required": ["id", "to"],
       "properties": {
         "id": {"type": "string", "description": "Which.", "minLength": 1, "maxLength": 40},
         "kind": {"type": "string", "enum": ["box", "bag"]},
         "weight": {"type": "number", "minimum": 0.5, "multipleOf": 0.5},
         "to": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
         "stops": {"type": "array", "items": {"$ref": "#/$defs/stop"}},
         "way": {"oneOf": [{"properties": {"by": {"const": "air"}}}, {"properties": {"by": {"const": "sea"}}}]},
         "marks": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
         "sealed": {"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}},
       "$defs": {"stop": {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}}}}
      """;

  /** One replacement, and the one difference that it makes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"kind\": {\"type\": \"string\", \"enum\": [\"box\", \"bag\"]},| | /properties/kind | REMOVED",
        "\"kind\": {| \"sort\": { | /properties/kind | RENAMED",
        "\"maxLength\": 40 | \"maxLength\": 39 | /properties/id/maxLength | NARROWED",
        "\"maxLength\": 40 | \"maxLength\": 41 | /properties/id/maxLength | WIDENED",
        ", \"maxLength\": 40 | | /properties/id/maxLength | WIDENED",
        "\"minLength\": 1 | \"minLength\": 2 | /properties/id/minLength | NARROWED",
        "\"minLength\": 1 | \"minLength\": 0 | /properties/id/minLength | WIDENED",
        "\"minLength\": 1 | \"minLength\": 1, \"pattern\": \"x\" | /properties/id/pattern | NARROWED",
        "[\"box\", \"bag\"] | [\"box\"] | /properties/kind/enum | NARROWED",
        "[\"box\", \"bag\"] | [\"box\", \"bag\", \"tin\"] | /properties/kind/enum | WIDENED",
        "[\"box\", \"bag\"] | [\"box\", \"tin\"] | /properties/kind/enum | CHANGED",
        "\"type\": \"number\" | \"type\": \"string\" | /properties/weight/type | CHANGED",
        "\"type\": \"number\" | \"type\": [\"number\", \"null\"] | /properties/weight/type | WIDENED",
        "\"multipleOf\": 0.5 | \"multipleOf\": 0.25 | /properties/weight/multipleOf | CHANGED",
        "[\"id\", \"to\"] | [\"id\", \"to\", \"kind\"] | /properties/kind | MADE_REQUIRED",
        "[\"id\", \"to\"] | [\"id\"] | /properties/to | MADE_OPTIONAL",
        "\"required\": [\"city\"], | | /properties/to/properties/city | MADE_OPTIONAL",
        "\"required\": [\"city\"], \"properties\": { | \"required\": [\"city\", \"zip\"], \"properties\": {\"zip\": {}, | /properties/to/properties/zip | MADE_REQUIRED",
        "\"format\": \"date-time\" | \"format\": \"date\" | /$defs/stop/properties/at/format | CHANGED",
        "#/$defs/stop | #/$defs/halt | /properties/stops/items/$ref | CHANGED",
        "\"const\": \"air\" | \"const\": \"plane\" | /properties/way/oneOf/0/properties/by/const | DISCRIMINATOR_CHANGED",
        "{\"properties\": {\"by\": {\"const\": \"air\"}}}, | | /properties/way/oneOf | DISCRIMINATOR_CHANGED",
        "\"uniqueItems\": true | \"uniqueItems\": false | /properties/marks/uniqueItems | CHANGED",
        "\"items\": {\"type\": \"string\"} | \"items\": {\"type\": \"string\", \"minLength\": 3} | /properties/marks/items/minLength | NARROWED",
        "\"stop\": {\"type\": \"object\", | \"halt\": {\"type\": \"object\", | /$defs/stop | REMOVED",
        "\"title\": \"parcel.sent\" | \"$schema\": \"http://json-schema.org/draft-07/schema#\" | /$schema | NARROWED",
        "\"title\": \"parcel.sent\" | \"$id\": \"https://example.org/parcel\" | /$id | NARROWED",
        "\"title\": \"parcel.sent\" | \"additionalProperties\": false | /additionalProperties | NARROWED",
        "\"additionalProperties\": false, \"properties\": { | \"additionalProperties\": false, \"properties\": {\"b\": {}, | /properties/sealed/properties/b | ADDED_TO_CLOSED"
      })
  void namesWhatIsNoLongerAsItWasReleased(
      String released, @Nullable String current, String pointer, Kind kind) {
    List<Difference> differences = after(released, current == null ? "" : current);

    assertThat(differences)
        .extracting(Difference::pointer, Difference::kind)
        .containsExactly(tuple(pointer, kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"id\": {\"type\" | \"note\": {\"type\": \"string\"}, \"id\": {\"type\"",
        "\"properties\": {\"city\" | \"properties\": {\"zip\": {\"type\": \"string\"}, \"city\"",
        "\"Which.\" | \"Which one it is.\"",
        "\"title\": \"parcel.sent\" | \"$comment\": \"words\", \"additionalProperties\": true",
        "[\"box\", \"bag\"] | [\"bag\", \"box\"]",
        "[\"id\", \"to\"] | [\"to\", \"id\"]",
        "\"minimum\": 0.5 | \"minimum\": 0.50",
        "\"type\": \"number\" | \"type\": [\"number\"]",
        "\"$defs\": { | \"$defs\": {\"more\": {},"
      })
  void allowsOptionalMembersAndOtherWords(String released, String current) {
    assertThat(after(released, current)).isEmpty();
  }

  /** What is between the bars stands beside the properties; one of them is added. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"unevaluatedProperties\": false, \"properties\": {PLACE} | /properties/b",
        "\"propertyNames\": {\"maxLength\": 1}, \"properties\": {PLACE} | /properties/b",
        "\"maxProperties\": 1, \"properties\": {PLACE} | /properties/b",
        "\"patternProperties\": {\"b\": {\"type\": \"string\"}}, \"properties\": {PLACE} | /properties/b",
        "\"unevaluatedProperties\": false, \"allOf\": [{\"properties\": {PLACE}}] | /allOf/0/properties/b",
        "\"allOf\": [{\"maxProperties\": 1}], \"properties\": {PLACE} | /properties/b",
        "\"unevaluatedProperties\": false, \"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"properties\": {PLACE}}} | /$defs/a/properties/b"
      })
  void allowsNoMemberWhereSomethingElseClosesTheSchema(String form, String pointer) {
    JsonNode released = JSON.readTree("{" + form.replace("PLACE", "\"a\": {}") + "}");
    JsonNode current = JSON.readTree("{" + form.replace("PLACE", "\"a\": {}, \"b\": {}") + "}");

    assertThat(SchemaComparison.compare(released, current))
        .extracting(Difference::pointer, Difference::kind)
        .containsExactly(tuple(pointer, Kind.ADDED_TO_CLOSED));
  }

  @Test
  void saysWhichMemberAMemberBecame() {
    assertThat(after("\"kind\": {", "\"sort\": {"))
        .extracting(Difference::message)
        .containsExactly("member 'kind' was renamed to 'sort'");
  }

  @Test
  void findsSeveralDifferencesAtOnce() {
    JsonNode current = JSON.readTree("{\"type\": \"object\", \"properties\": {\"id\": {}}}");

    assertThat(SchemaComparison.compare(JSON.readTree(RELEASED), current))
        .extracting(Difference::kind)
        .contains(Kind.REMOVED, Kind.MADE_OPTIONAL, Kind.WIDENED)
        .hasSizeGreaterThan(8);
  }

  private static List<Difference> after(String released, String current) {
    assertThat(RELEASED).contains(released);
    return SchemaComparison.compare(
        JSON.readTree(RELEASED), JSON.readTree(RELEASED.replace(released, current)));
  }
}

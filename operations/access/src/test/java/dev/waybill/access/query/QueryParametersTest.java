package dev.waybill.access.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParametersTest {

  @Test
  void takesWhatIsGivenAndFallsBackWhereNothingIs() {
    QueryParameters given = of("assignee", "anna");

    assertThat(given.text("assignee", 10)).contains("anna");
    assertThat(given.text("status", 10)).isEmpty();
    assertThat(given.oneOf("status", List.of("open"))).isEmpty();
    assertThat(given.number("limit", 1, 9, 5)).isEqualTo(5);
    assertThat(of("limit", "9").number("limit", 1, 9, 5)).isEqualTo(9);
  }

  @Test
  void refusesANameThatIsNotKnownAndNamesThoseThatAre() {
    refuses(
        () -> of("asignee", "anna"),
        "asignee",
        "is not known here; known are assignee, from, limit, status");
  }

  @Test
  void refusesANameThatIsGivenTwice() {
    refuses(
        () -> QueryParameters.of(Map.of("status", List.of("open", "completed")), "status"),
        "status",
        "must be given once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "longer than ten", "nul\u0000"})
  void refusesATextThatCannotBeOne(String text) {
    refuses(
        () -> of("assignee", text).text("assignee", 10),
        "assignee",
        "must be a text of at most 10 characters, without control characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Open", "done"})
  void refusesAWordThatIsNoneOfTheAllowed(String word) {
    refuses(
        () -> of("status", word).oneOf("status", List.of("open", "completed")),
        "status",
        "must be open or completed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "0", "10", "5.0", "99999999999"})
  void refusesWhatIsNoNumberOfTheRange(String number) {
    refuses(
        () -> of("limit", number).number("limit", 1, 9, 5),
        "limit",
        "must be a whole number from 1 to 9");
  }

  @Test
  void takesATimeOfAnyZone() {
    assertThat(of("from", "2026-11-30T11:15:00+01:00").time("from"))
        .contains(Instant.parse("2026-11-30T10:15:00Z"));
    assertThat(of("limit", "1").time("from")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "monday", "2026-11-30", "2026-11-30T11:15:00", "+12026-11-30T11:15:00Z"})
  void refusesWhatIsNoTime(String time) {
    refuses(
        () -> of("from", time).time("from"),
        "from",
        "must be an RFC 3339 time, for instance 2026-11-30T10:15:00Z");
  }

  private static QueryParameters of(String name, String value) {
    return QueryParameters.of(Map.of(name, List.of(value)), "status", "assignee", "limit", "from");
  }

  private static void refuses(ThrowingCallable reading, String parameter, String rule) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            InvalidParameterException.class,
            refusal -> {
              assertThat(refusal.parameter()).isEqualTo(parameter);
              assertThat(refusal.rule()).isEqualTo(rule);
            });
  }
}

package dev.waybill.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.access.query.InvalidParameterException;
import dev.waybill.dashboard.counts.Selection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionParametersTest {

  @Test
  void selectsEverythingWhereNothingIsAskedFor() {
    assertThat(SelectionParameters.of(Map.of()))
        .isEqualTo(
            new Selection(
                List.of("open", "started", "completed", "cancelled"), Optional.empty(), 100));
  }

  @Test
  void selectsWhatIsAskedFor() {
    Map<String, List<String>> query =
        Map.of("status", List.of("open"), "assignee", List.of("anna"), "limit", List.of("1000"));

    assertThat(SelectionParameters.of(query))
        .isEqualTo(new Selection(List.of("open"), Optional.of("anna"), 1000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "state|open|state is not known here; known are assignee, limit, status",
        "status|done|status must be open or started or completed or cancelled",
        "status|deleted|status must be open or started or completed or cancelled",
        "assignee|''|assignee must be a text of at most 200 characters, without control characters",
        "limit|1001|limit must be a whole number from 1 to 1000"
      })
  void refusesAnythingElseAndSaysWhatIsAllowed(String name, String value, String message) {
    assertThatThrownBy(() -> SelectionParameters.of(Map.of(name, List.of(value))))
        .isInstanceOf(InvalidParameterException.class)
        .hasMessage(message);
  }
}

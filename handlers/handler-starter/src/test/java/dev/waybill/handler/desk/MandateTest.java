package dev.waybill.handler.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MandateTest {

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two\nlines", "nul\u0000"})
  void wantsAReasonInOneLine(String reason) {
    InvalidRequestException refusal =
        catchThrowableOfType(
            InvalidRequestException.class, () -> new Mandate("acme/anna", "operator", reason));

    assertThat(refusal.field()).isEqualTo("reason");
    assertThat(refusal.remedy()).isNotBlank();
  }

  @Test
  void takesFiveHundredCharactersAndNoMore() {
    assertThat(new Mandate("acme/anna", "operator", "x".repeat(500)).reason()).hasSize(500);
    assertThat(
            catchThrowableOfType(
                    InvalidRequestException.class,
                    () -> new Mandate("acme/anna", "operator", "x".repeat(501)))
                .problem())
        .contains("500");
  }
}

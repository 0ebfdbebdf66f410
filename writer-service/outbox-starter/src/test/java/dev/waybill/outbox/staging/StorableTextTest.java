package dev.waybill.outbox.staging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorableTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\uFFFF", "\uD83D\uDE9A", "\u0001", "a\uD83D\uDE9Ab"})
  void acceptsWhatCanBeStored(String text) {
    assertThat(StorableText.problem(text)).isEmpty();
  }

  @Test
  void findsNul() {
    assertThat(StorableText.problem("a\0b")).contains("U+0000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD83D", "a\uD83Db", "\uDE9A", "\uDE9A\uD83D", "\uD83D\uDE9A\uD83D"})
  void findsHalfASurrogatePair(String text) {
    assertThat(StorableText.problem(text)).contains("half a surrogate pair");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\uD83D\\uDE9A\"}",
        "{\"a\":\"\\\\u0000\"}",
        "{\"a\":\"\\\\\\\\ud83d\"}",
        "{\"a\":\"\\uFFFF \\n \\u00e9\"}",
        "{\"a\":\"\\u00\"}",
        "{\"a\":\"\\"
      })
  void acceptsEscapesThatCanBeStored(String json) {
    assertThat(StorableText.problemInJson(json)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":\"\\u0000\"}", "{\"a\":\"x\\\\\\u0000\"}"})
  void findsEscapedNul(String json) {
    assertThat(StorableText.problemInJson(json)).contains("an escaped U+0000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\uD83D\"}",
        "{\"a\":\"\\ud83d\\n\"}",
        "{\"a\":\"\\uDE9A\"}",
        "{\"a\":\"\\uDE9A\\uD83D\"}",
        "{\"a\":\"\\uD83D\\\\uDE9A\"}",
        "{\"\\uD83D\":1}"
      })
  void findsEscapedHalvesOfASurrogatePair(String json) {
    assertThat(StorableText.problemInJson(json)).contains("an escaped half a surrogate pair");
  }
}

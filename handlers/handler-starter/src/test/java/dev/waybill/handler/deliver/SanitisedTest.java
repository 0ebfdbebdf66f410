package dev.waybill.handler.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording a failure cannot fail because of its text, whatever that is. */
class SanitisedTest {

  private static final int MEGABYTE = 1_000_000;

  /** Neither PostgreSQL's text nor UTF-8 has a form of them. */
  @Test
  void leavesOutWhatCannotBeStored() throws CharacterCodingException {
    String text = Sanitised.of("a\u0000b\uD83Dc\uDE00d\uFFFFe \uD83D\uDE00\n\r\u2028f");

    assertThat(text).isEqualTo("a b c d\uFFFFe \uD83D\uDE00 f");
    assertEncodes(text);
  }

  /** At each place where the text may be cut, a pair stays together. */
  @ParameterizedTest
  @ValueSource(ints = {498, 499, 500, 501})
  void isShortAndTearsNoPairApart(int before) throws CharacterCodingException {
    String text = Sanitised.of("x".repeat(before) + "\uD83D\uDE00".repeat(MEGABYTE));

    assertThat(text).hasSizeBetween(500, 501).endsWith("…");
    assertEncodes(text);
  }

  /** A text that nearly matches everywhere takes no longer than one that does not. */
  @ParameterizedTest
  @ValueSource(strings = {"token", "password ", "secret\u0000", "://", "x"})
  void takesNoLongForAMegabyte(String part) {
    String text = part.repeat(MEGABYTE / part.length());

    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(Sanitised.of(text)).hasSizeLessThan(502));
  }

  @ParameterizedTest
  @CsvSource({
    "token=abc123 is stale, token=*** is stale",
    "Authorization: Bearer abc123, Authorization: ***",
    "http://anna:pw@host/x, http://***@host/x"
  })
  void masksWhatLooksLikeASecret(String text, String masked) {
    assertThat(Sanitised.of(text)).isEqualTo(masked);
  }

  private static void assertEncodes(String text) throws CharacterCodingException {
    assertThat(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).hasRemaining())
        .isTrue();
  }
}

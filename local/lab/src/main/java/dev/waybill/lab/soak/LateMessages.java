package dev.waybill.lab.soak;

import dev.waybill.lab.fault.LinkedRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Messages that may come late, since no slot brings them, and those of which a relay said so.
 *
 * @param allowed how many may
 * @param counted how many the relays said were published late; one counts again when the relay that
 *     said so did not get to publish it
 */
record LateMessages(int allowed, long counted) {
  private static final Pattern SAID =
      Pattern.compile("(\\d+) committed messages never came through the stream");

  static LateMessages of(int allowed, List<LinkedRelay> relays) {
    return new LateMessages(allowed, relays.stream().mapToLong(LateMessages::said).sum());
  }

  private static long said(LinkedRelay relay) {
    try (Stream<String> lines = Files.lines(relay.service().log(), StandardCharsets.UTF_8)) {
      return lines
          .map(SAID::matcher)
          .filter(Matcher::find)
          .mapToLong(match -> Long.parseLong(match.group(1)))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + relay.service().log(), e);
    }
  }

  /** Whether nobody was late without saying so, and nobody was who may not be. */
  boolean explain(long late) {
    return late <= counted && (counted == 0 || allowed > 0);
  }
}

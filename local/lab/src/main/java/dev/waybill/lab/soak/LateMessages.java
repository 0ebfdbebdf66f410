package dev.waybill.lab.soak;

import dev.waybill.lab.fault.LinkedRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages that may come late, since no slot brings them, and those of which a relay said so.
 *
 * @param allowed how many may
 * @param counted how many the relays said were published late
 */
record LateMessages(int allowed, long counted) {
  private static final Pattern SAID =
      Pattern.compile(
          "(\\d+) committed messages never came through the stream and are published late, from"
              + " number (\\d+) on");

  static LateMessages of(int allowed, List<LinkedRelay> relays) {
    return of(allowed, relays.stream().flatMap(relay -> log(relay).stream()).toList());
  }

  /** A relay that said so and did not get to publish says it again, of the same first number. */
  static LateMessages of(int allowed, Collection<String> log) {
    Map<Long, Long> counts = new HashMap<>();
    for (String line : log) {
      Matcher said = SAID.matcher(line);
      if (said.find()) {
        counts.merge(Long.parseLong(said.group(2)), Long.parseLong(said.group(1)), Math::max);
      }
    }
    return new LateMessages(allowed, counts.values().stream().mapToLong(Long::longValue).sum());
  }

  private static List<String> log(LinkedRelay relay) {
    try {
      return Files.readAllLines(relay.service().log(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + relay.service().log(), e);
    }
  }

  /** Whether nobody was late without a relay's saying so, and nobody else was said to be. */
  boolean explain(long late) {
    return late <= counted && counted <= allowed;
  }
}

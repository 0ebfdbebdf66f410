package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.demo.ActivityClient.Activity;
import dev.waybill.lab.demo.StoryChecks.Check;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Prints the story as it happens, one aligned line for each event. */
final class StoryTeller {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  private final Terminal terminal;

  StoryTeller(Terminal terminal) {
    this.terminal = terminal;
  }

  void request(String what) {
    terminal.out().println();
    line("you", what, "");
  }

  void committed(Activity activity, CommittedMessage message) {
    line(
        "committed",
        "activity %s, version %d".formatted(activity.id(), activity.version()),
        "%s v%d, message %s".formatted(message.type(), message.version(), message.id()));
  }

  void published(Arrival arrival) {
    String place =
        "%s, partition %d, offset %d"
            .formatted(
                arrival.record().topic(), arrival.record().partition(), arrival.record().offset());
    String delay =
        arrival
            .sinceCommit()
            .map(time -> "%d ms after the commit".formatted(time.toMillis()))
            .orElse("");
    line("published", place, delay);
  }

  /** Prints the checks; the result is whether all held. */
  boolean verdict(List<Check> checks) {
    terminal.out().println();
    for (Check check : checks) {
      String word =
          check.held() ? terminal.paint(Style.GOOD, "ok    ") : terminal.paint(Style.BAD, "FAILED");
      terminal.out().printf("  %s  %s%n", word, check.claim());
    }
    terminal.out().flush();
    return checks.stream().allMatch(Check::held);
  }

  private void line(String event, String what, String detail) {
    String text =
        "  %s  %-10s  %-56s  %s"
            .formatted(LocalTime.now(ZoneId.systemDefault()).format(CLOCK), event, what, detail);
    terminal.out().println(text.stripTrailing());
    terminal.out().flush();
  }
}

package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.InboxView.Handled;
import dev.waybill.lab.demo.ActivityClient.Activity;
import dev.waybill.lab.stack.HandlerService;
import dev.waybill.local.mail.CaughtMail;
import java.time.Duration;
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
            .map(time -> "read here %d ms after the commit".formatted(time.toMillis()))
            .orElse("");
    line("published", place, delay);
  }

  void handled(Handled handled, Arrival arrival) {
    String delay =
        arrival
            .committedAt()
            .map(
                committed ->
                    "%d ms after the commit"
                        .formatted(Duration.between(committed, handled.at()).toMillis()))
            .orElse("");
    line("handled", "timeline, its inbox row and its entry committed", delay);
  }

  void mailed(List<CaughtMail> mails, Arrival arrival) {
    for (CaughtMail mail : mails) {
      String delay =
          arrival
              .committedAt()
              .map(
                  committed ->
                      ", %d ms after the commit"
                          .formatted(Duration.between(committed, mail.at()).toMillis()))
              .orElse("");
      line("mailed", "to " + String.join(", ", mail.recipients()), mail.subject() + delay);
      line("", "as " + mail.file().getFileName(), "Message-ID " + mail.id());
    }
  }

  void copied(SecondCopy copy) {
    line(
        "delivered",
        "%s, partition %d, offset %d"
            .formatted(copy.original().topic(), copy.original().partition(), copy.offset()),
        "the same bytes as offset " + copy.original().offset());
  }

  void skipped(HandlerService handler, SecondCopy copy, Handled handled) {
    line(
        "skipped",
        handler.id() + " read past offset " + copy.offset(),
        "handled once, from offset " + handled.offset());
  }

  void killed(String service, long pid, int committed) {
    line(
        "killed",
        "%s, process %d, with SIGKILL".formatted(service, pid),
        "%d messages committed so far".formatted(committed));
  }

  void back(String service, String work, Duration after) {
    line(
        work,
        "again, by a new process of " + service,
        "%d.%d s later".formatted(after.toSeconds(), after.toMillisPart() / 100));
  }

  void stopped(int committed) {
    line("committed", committed + " messages in all", "");
  }

  /** Prints the checks; the result is whether all held. */
  boolean verdict(List<Check> checks) {
    terminal.out().println();
    terminal
        .out()
        .println("  (Offsets have gaps: the marker that ends a Kafka transaction takes one.)");
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

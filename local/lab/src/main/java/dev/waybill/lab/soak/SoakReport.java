package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.local.history.TopicHistory;

/** Tells people what came out of a soak. */
record SoakReport(Terminal terminal) {

  void print(SoakResult result) {
    Table faults = new Table("fault", "at", "what", "messages flowed again after");
    result.faults().forEach(struck -> row(faults, struck));
    print(faults);
    Table table = new Table("where", "records", "lost", "doubled", "ghosts", "reordered", "late");
    result.comparisons().forEach(topic -> row(table, topic));
    print(table);
    terminal
        .out()
        .printf(
            "confirmed position: looked at %d times, not judged %d times, ahead of Kafka for %d"
                + " messages%n",
            result.confirmed().judged(),
            result.confirmed().notJudged(),
            result.confirmed().ahead().size());
    result.confirmed().ahead().stream().limit(5).forEach(terminal.out()::println);
    terminal
        .out()
        .printf(
            "late messages: %d may be, relays said so of %d%n",
            result.late().allowed(), result.late().counted());
    terminal
        .out()
        .printf(
            "%n%s: %d committed, %d rolled back, %d faults, %d processes ended by themselves,"
                + " %d s, seed %d%n",
            result.passed()
                ? terminal.paint(Style.GOOD, "passed")
                : terminal.paint(Style.BAD, "FAILED"),
            result.history().committed(),
            result.figures().rolledBack(),
            result.faults().size(),
            result.figures().revived(),
            result.figures().seconds(),
            result.plan().seed());
    terminal.out().flush();
  }

  private void print(Table table) {
    table.lines().forEach(terminal.out()::println);
    terminal.out().println();
  }

  private static void row(Table table, Struck struck) {
    table.row(
        Integer.toString(struck.number()),
        struck.at().toSeconds() + " s",
        struck.fault().describe(),
        "%.1f s".formatted(struck.flowedAfter().toMillis() / 1000.0));
  }

  private static void row(Table table, TopicHistory history) {
    table.row(
        history.topic(),
        Long.toString(history.records()),
        history.lost().toString(),
        history.doubled().toString(),
        history.ghosts().toString(),
        history.reordered().toString(),
        Long.toString(history.late()));
  }
}

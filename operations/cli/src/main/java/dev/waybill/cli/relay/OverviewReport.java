package dev.waybill.cli.relay;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.cli.terminal.Words;
import java.io.PrintWriter;
import java.util.List;

/** An overview as text. */
final class OverviewReport {

  private final RelayOverview overview;
  private final String database;

  OverviewReport(RelayOverview overview, String database) {
    this.overview = overview;
    this.database = database;
  }

  void print(Terminal terminal) {
    PrintWriter out = terminal.out();
    out.println("Relay " + overview.relay() + " in " + database);
    out.println("  lease  " + lease());
    out.println("  slot   " + slot(terminal));
    overview
        .installed()
        .filter(installed -> !installed.caughtUp())
        .ifPresent(
            installed -> out.println("  rows   are to be published from the table, then streamed"));
    out.println();
    section(out, processes(), "No process has said that it lives.");
    section(out, lanes(), "No handler waits.");
    section(out, parked(), "Nothing is parked.");
    section(out, orders(), "Nothing is ordered.");
    section(out, actions(), "Nothing was done beside streaming.");
    out.flush();
  }

  private String lease() {
    return overview
        .lease()
        .map(
            lease ->
                lease.held()
                    ? lease.owner() + " until " + lease.expiresAt() + ", " + since(lease)
                    : "nobody holds it since " + lease.expiresAt())
        .orElse("never claimed");
  }

  private static String since(Lease lease) {
    return lease.startedAt() == null ? "waits to publish" : "publishes since " + lease.startedAt();
  }

  private String slot(Terminal terminal) {
    if (overview.installed().isEmpty()) {
      return "not needed yet";
    }
    String name = overview.installed().get().slot();
    return overview
        .slot()
        .map(
            slot -> {
              String words = name + " " + slot.describe();
              Long retained = slot.retained();
              return slot.lost()
                  ? terminal.paint(Style.BAD, words)
                  : words + (retained == null ? "" : ", keeps " + Words.bytes(retained));
            })
        .orElseGet(() -> terminal.paint(Style.BAD, name + " is missing"));
  }

  private List<String> processes() {
    Table table = new Table("process", "seen", "status");
    for (RelayProcess process : overview.processes()) {
      table.row(process.name(), Words.age(process.silentSeconds()) + " ago", process.describe());
    }
    return overview.processes().isEmpty() ? List.of() : table.lines();
  }

  private List<String> lanes() {
    Table table = new Table("handler", "lane", "since", "batches", "reason");
    for (Lane lane : overview.lanes()) {
      table.row(
          lane.handler(),
          lane.blocked() ? "blocked" : "behind",
          lane.blocked() ? String.valueOf(lane.blockedSince()) : "-",
          String.valueOf(lane.batchesBehind()),
          lane.reason() == null ? "to be made good" : String.valueOf(lane.reason()));
    }
    return overview.lanes().isEmpty() ? List.of() : table.lines();
  }

  private List<String> parked() {
    Table table = new Table("handler", "parked", "code", "messages", "oldest");
    for (ParkedGroup group : overview.parked()) {
      table.row(
          group.handler(),
          group.state(),
          group.code(),
          String.valueOf(group.messages()),
          Words.age(group.ageSeconds()));
    }
    return overview.parked().isEmpty() ? List.of() : table.lines();
  }

  private List<String> orders() {
    Table table = new Table("order", "kind", "handler", "state", "since", "by", "reason");
    for (OpenOrder order : overview.orders()) {
      table.row(
          String.valueOf(order.id()),
          order.kind(),
          order.handler() == null ? "-" : order.handler(),
          order.state(),
          order.orderedAt().toString(),
          order.orderedBy(),
          order.reason());
    }
    return overview.orders().isEmpty() ? List.of() : table.lines();
  }

  private List<String> actions() {
    Table table = new Table("taken", "by", "actor", "action", "outcome", "reason");
    for (RelayAction action : overview.actions()) {
      table.row(
          action.takenAt().toString(),
          action.source(),
          action.actor(),
          action.action(),
          action.outcome(),
          action.reason());
    }
    return overview.actions().isEmpty() ? List.of() : table.lines();
  }

  private static void section(PrintWriter out, List<String> lines, String none) {
    if (lines.isEmpty()) {
      out.println(none);
    } else {
      lines.forEach(out::println);
    }
    out.println();
  }
}

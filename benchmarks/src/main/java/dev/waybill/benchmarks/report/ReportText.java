package dev.waybill.benchmarks.report;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A report for people. */
public final class ReportText {

  private final Report report;

  public ReportText(Report report) {
    this.report = report;
  }

  /** Writes it as data. */
  public void print(Terminal terminal) {
    PrintWriter out = terminal.out();
    Findings findings = report.findings();
    Verdicts verdicts = findings.verdicts();
    out.println(report.benchmark() + "  " + report.startedAt());
    out.println(
        verdict(terminal, "correct", verdicts.correct())
            + "  "
            + verdict(terminal, "load reached", verdicts.loadReached())
            + "  "
            + verdict(terminal, "kept up", verdicts.keptUp()));
    findings.remarks().forEach(remark -> out.println("  " + remark));
    print(out, "ratio", findings.ratios());
    print(out, "figure", findings.figures());
    out.println();
    new TreeMap<>(findings.parameters())
        .forEach((name, value) -> out.println(name + " = " + value));
    Machine machine = report.machine();
    out.printf(
        Locale.ROOT,
        "%s, %s, %d processors, %d MB, Java %s, load %.1f%n",
        machine.system(),
        machine.architecture(),
        machine.processors(),
        machine.memoryMegabytes(),
        machine.java(),
        machine.load());
    out.flush();
  }

  private static String verdict(Terminal terminal, String name, boolean good) {
    return name
        + ": "
        + (good ? terminal.paint(Style.GOOD, "yes") : terminal.paint(Style.BAD, "NO"));
  }

  private static void print(PrintWriter out, String head, List<Figure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    Table table = new Table(head, "value", "unit");
    for (Figure figure : figures) {
      table.row(figure.name(), String.format(Locale.ROOT, "%.2f", figure.value()), figure.unit());
    }
    out.println();
    table.lines().forEach(out::println);
  }
}

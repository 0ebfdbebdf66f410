package dev.waybill.cli.doctor;

import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Level;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The findings as text and as JSON. */
final class DoctorReport {

  private static final int LEVEL_WIDTH = 7;

  private final List<Finding> findings;
  private final Instant examinedAt;

  DoctorReport(List<Finding> findings, Instant examinedAt) {
    this.findings = List.copyOf(findings);
    this.examinedAt = examinedAt;
  }

  boolean hasProblems() {
    return count(Level.PROBLEM) > 0;
  }

  void print(Terminal terminal) {
    PrintWriter out = terminal.out();
    int width = 0;
    for (Finding finding : findings) {
      width = Math.max(width, finding.check().length());
    }
    for (Finding finding : findings) {
      String level = pad(finding.level().word(), LEVEL_WIDTH);
      Style style = style(finding.level());
      out.println(
          (style == null ? level : terminal.paint(style, level))
              + "  "
              + pad(finding.check(), width)
              + "  "
              + finding.message());
      String indent = " ".repeat(LEVEL_WIDTH + 2 + width + 2);
      finding.remedy().ifPresent(remedy -> out.println(indent + "-> " + remedy));
    }
    out.println();
    out.println(summary());
    out.flush();
  }

  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("examinedAt", examinedAt.toString());
    root.put("healthy", !hasProblems());
    for (Level level : Level.values()) {
      root.put(level.word(), count(level));
    }
    ArrayNode list = root.putArray("findings");
    for (Finding finding : findings) {
      list.addObject()
          .put("check", finding.check())
          .put("level", finding.level().word())
          .put("message", finding.message())
          .put("remedy", finding.remedy().orElse(null));
    }
    return root;
  }

  private String summary() {
    return count(Level.PROBLEM)
        + " problems, "
        + count(Level.WARNING)
        + " warnings, "
        + count(Level.OK)
        + " ok, "
        + count(Level.SKIPPED)
        + " skipped";
  }

  private long count(Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  private static @Nullable Style style(Level level) {
    return switch (level) {
      case OK -> Style.GOOD;
      case WARNING -> Style.WARNING;
      case PROBLEM -> Style.BAD;
      case SKIPPED -> null;
    };
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}

package dev.waybill.e2e.runbook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The SQL blocks of one runbook, in the page's order. The first line of a block says as which role
 * it runs.
 */
record RunbookPage(List<Block> blocks) {

  private static final Pattern ROLE = Pattern.compile("-- as (?:a role with )?(\\w+)");

  /**
   * One block.
   *
   * @param section the nearest heading of the second level
   * @param role the role that it names, or the privilege that the role needs
   */
  record Block(String section, String role, List<String> statements) {}

  static RunbookPage parse(String page) {
    List<Block> blocks = new ArrayList<>();
    List<String> open = null;
    String section = "";
    for (String line : page.lines().map(String::strip).toList()) {
      if (line.equals("```sql")) {
        open = new ArrayList<>();
      } else if (line.equals("```") && open != null) {
        blocks.add(block(section, open));
        open = null;
      } else if (open != null) {
        open.add(line);
      } else if (line.startsWith("## ")) {
        section = line.substring(3);
      }
    }
    return new RunbookPage(List.copyOf(blocks));
  }

  /** The blocks below one heading. */
  List<Block> in(String section) {
    return blocks.stream().filter(block -> block.section().equals(section)).toList();
  }

  private static Block block(String section, List<String> lines) {
    Matcher role = ROLE.matcher(lines.isEmpty() ? "" : lines.get(0));
    if (!role.matches()) {
      throw new IllegalArgumentException("A block of '" + section + "' names no role: " + lines);
    }
    String sql = String.join("\n", lines.subList(1, lines.size()));
    List<String> statements =
        Arrays.stream(sql.split(";", -1)).map(String::strip).filter(s -> !s.isEmpty()).toList();
    return new Block(section, role.group(1), statements);
  }
}

package dev.waybill.e2e.conformance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parts of a Markdown file that the checks look at. Fenced code is skipped, and a link quoted
 * as inline code is none.
 */
final class MarkdownFile {

  private static final Pattern LINK =
      Pattern.compile("\\[((?:[^\\[\\]]|\\[[^\\]]*])*)]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?) *#*");
  private static final Pattern QUOTED_LINK = Pattern.compile("`[^`\n]*]\\([^`\n]*`");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");

  /** One line outside fenced code. */
  record Line(int number, String text) {}

  /** An inline link. */
  record Link(int line, String text, String target) {}

  private final String name;
  private final List<Line> prose = new ArrayList<>();

  MarkdownFile(String name, String text) {
    this.name = name;
    boolean fenced = false;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.stripLeading().startsWith("```")) {
        fenced = !fenced;
      } else if (!fenced) {
        prose.add(new Line(number, line));
      }
    }
  }

  String name() {
    return name;
  }

  List<Line> prose() {
    return prose;
  }

  List<Link> links() {
    String text = prose.stream().map(Line::text).collect(Collectors.joining("\n"));
    String unquoted = QUOTED_LINK.matcher(text).replaceAll("");
    Matcher matcher = LINK.matcher(unquoted);
    List<Link> links = new ArrayList<>();
    while (matcher.find()) {
      int line = lineOf(unquoted, matcher.start());
      links.add(new Link(line, plain(matcher.group(1)), matcher.group(2)));
    }
    return links;
  }

  private int lineOf(String text, int position) {
    long before = text.substring(0, position).chars().filter(c -> c == '\n').count();
    return prose.get((int) before).number();
  }

  /** What a link may name after {@code #}: the headings as GitHub writes them. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    for (Line line : prose) {
      Matcher matcher = HEADING.matcher(line.text());
      if (matcher.matches()) {
        String slug = slug(matcher.group(1));
        for (int copy = 0; !anchors.add(copy == 0 ? slug : slug + "-" + copy); ) {
          copy++;
        }
      }
    }
    return anchors;
  }

  /** The texts between single backquotes. */
  static List<String> code(String text) {
    List<String> code = new ArrayList<>();
    Matcher matcher = CODE.matcher(text);
    while (matcher.find()) {
      code.add(plain(matcher.group()));
    }
    return code;
  }

  private static String plain(String text) {
    return text.replace("`", "").strip();
  }

  private static String slug(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}

package dev.waybill.e2e.conformance;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands and options that the command line declares, and whether the documents name others. A
 * document names one as {@code ./waybill command --option}.
 */
record CommandLines(Set<String> commands, Set<String> options) {

  private static final Pattern MENTION = Pattern.compile("\\./waybill((?: +[^\\s`|#)]+)*)");
  private static final Pattern COMMAND_NAME =
      Pattern.compile("\\bname = \"(?:waybill )?([a-z][a-z-]*)\"");
  private static final Pattern OPTION_NAME = Pattern.compile("\"(--?[a-z][a-z-]*)\"");
  private static final Set<String> STANDARD = Set.of("-h", "--help", "-V", "--version");

  /** What the main sources declare with picocli's annotations. */
  static CommandLines declaredIn(ProjectTree tree) {
    Set<String> commands = new HashSet<>();
    Set<String> options = new HashSet<>(STANDARD);
    for (Path source : tree.mainSources()) {
      String text = tree.read(source);
      if (text.contains("@Command")) {
        collect(COMMAND_NAME, text, commands);
      }
      if (text.contains("@Option")) {
        collect(OPTION_NAME, text, options);
      }
    }
    return new CommandLines(commands, options);
  }

  List<Finding> check(String file, String text) {
    List<Finding> findings = new ArrayList<>();
    Matcher mention = MENTION.matcher(text);
    while (mention.find()) {
      long before = text.substring(0, mention.start()).chars().filter(c -> c == '\n').count();
      for (String problem : problems(mention.group(1).strip())) {
        findings.add(new Finding(file, (int) before + 1, problem));
      }
    }
    return findings;
  }

  private List<String> problems(String words) {
    List<String> problems = new ArrayList<>();
    String[] parts = words.split(" +");
    if (parts[0].matches("[a-z][a-z-]*") && !commands.contains(parts[0])) {
      problems.add("names the command '" + parts[0] + "', which does not exist");
    }
    for (String part : parts) {
      String option = part.replaceFirst("[=.,].*", "");
      if (option.matches("--?[a-z][a-z-]*") && !options.contains(option)) {
        problems.add("names the option " + option + ", which does not exist");
      }
    }
    return problems;
  }

  private static void collect(Pattern pattern, String text, Set<String> into) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      into.add(matcher.group(1));
    }
  }
}

package dev.waybill.relay.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code on a page of {@code docs/guides}; a block of SQL says as whom it runs and its name. */
record GuidePage(String text) {

  private static final Pattern BLOCK =
      Pattern.compile("^ *```(\\w+)\\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern TITLE = Pattern.compile("-- as (\\w+): (.+)\\n");

  static GuidePage read(String name) {
    Path file = Path.of("..", "..", "docs", "guides", name);
    try {
      return new GuidePage(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** The blocks of a language, in the page's order. */
  List<String> blocks(String language) {
    return BLOCK
        .matcher(text)
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2).stripTrailing().stripIndent())
        .toList();
  }

  /** The block of SQL that has a name. */
  Sql sql(String name) {
    for (String block : blocks("sql")) {
      Matcher title = TITLE.matcher(block);
      if (title.lookingAt() && title.group(2).equals(name)) {
        return new Sql(title.group(1), block.substring(title.end()));
      }
    }
    throw new IllegalArgumentException("no block of SQL is named " + name);
  }

  /** SQL and the role that runs it. */
  record Sql(String role, String text) {}
}

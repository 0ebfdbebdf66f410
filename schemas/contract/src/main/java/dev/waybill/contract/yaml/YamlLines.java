package dev.waybill.contract.yaml;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** The line of every field and list element of a YAML text, by JSON Pointer (RFC 6901). */
public final class YamlLines {

  private static final YAMLFactory FACTORY = new YAMLFactory();

  private final Map<String, Integer> lines;

  private YamlLines(Map<String, Integer> lines) {
    this.lines = lines;
  }

  /** Reads a text that is known to be readable YAML. */
  public static YamlLines of(String yaml) {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), yaml)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (!token.isStructEnd()) {
          lines.putIfAbsent(
              parser.streamReadContext().pathAsPointer().toString(),
              parser.currentTokenLocation().getLineNr());
        }
      }
    }
    return new YamlLines(lines);
  }

  /** The line at a pointer, or of the nearest field around it, or 1. */
  public int line(String pointer) {
    for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
    }
    return 1;
  }
}

package dev.waybill.benchmarks.report;

import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of one run, complete in itself. */
public record Report(String benchmark, Instant startedAt, Findings findings, Machine machine) {

  /** For scripts; fields are only ever added. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("benchmark", benchmark);
    root.put("startedAt", startedAt.toString());
    Verdicts verdicts = findings.verdicts();
    root.putObject("verdicts")
        .put("correct", verdicts.correct())
        .put("loadReached", verdicts.loadReached())
        .put("keptUp", verdicts.keptUp());
    write(findings.ratios(), root.putArray("ratios"));
    write(findings.figures(), root.putArray("figures"));
    ObjectNode settings = root.putObject("parameters");
    new TreeMap<>(findings.parameters()).forEach(settings::put);
    ArrayNode words = root.putArray("remarks");
    findings.remarks().forEach(words::add);
    root.putObject("machine")
        .put("system", machine.system())
        .put("architecture", machine.architecture())
        .put("processors", machine.processors())
        .put("memoryMegabytes", machine.memoryMegabytes())
        .put("java", machine.java())
        .put("load", machine.load());
    return root;
  }

  private static void write(List<Figure> figures, ArrayNode array) {
    for (Figure figure : figures) {
      array
          .addObject()
          .put("name", figure.name())
          .put("value", figure.value())
          .put("unit", figure.unit());
    }
  }
}

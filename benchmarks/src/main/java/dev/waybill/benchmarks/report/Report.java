package dev.waybill.benchmarks.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The outcome of one run, complete in itself.
 *
 * @param ratios figures divided by those of a reference from the same run
 * @param parameters what the run was started with
 * @param remarks what a reader must know, above all why a verdict is not good
 */
public record Report(
    String benchmark,
    Instant startedAt,
    Verdicts verdicts,
    List<Figure> ratios,
    List<Figure> figures,
    Map<String, String> parameters,
    List<String> remarks,
    Machine machine) {

  public Report {
    ratios = List.copyOf(ratios);
    figures = List.copyOf(figures);
    parameters = new TreeMap<>(parameters);
    remarks = List.copyOf(remarks);
  }

  /** For scripts; fields are only ever added. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("benchmark", benchmark);
    root.put("startedAt", startedAt.toString());
    root.putObject("verdicts")
        .put("correct", verdicts.correct())
        .put("loadReached", verdicts.loadReached())
        .put("keptUp", verdicts.keptUp());
    write(ratios, root.putArray("ratios"));
    write(figures, root.putArray("figures"));
    ObjectNode settings = root.putObject("parameters");
    parameters.forEach(settings::put);
    ArrayNode words = root.putArray("remarks");
    remarks.forEach(words::add);
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

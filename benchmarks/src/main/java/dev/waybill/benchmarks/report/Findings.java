package dev.waybill.benchmarks.report;

import java.util.List;
import java.util.Map;

/**
 * What a benchmark found out on a running stack.
 *
 * @param ratios figures divided by those of a reference from the same run
 * @param parameters what it was run with
 * @param remarks what a reader must know, above all why a verdict is not good
 */
public record Findings(
    Verdicts verdicts,
    List<Figure> ratios,
    List<Figure> figures,
    Map<String, String> parameters,
    List<String> remarks) {

  /** Collections are copied. */
  public Findings {
    ratios = List.copyOf(ratios);
    figures = List.copyOf(figures);
    parameters = Map.copyOf(parameters);
    remarks = List.copyOf(remarks);
  }
}

package dev.waybill.handler.signals;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the reference is the catalogue. */
class HandlerMetricsPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "reference", "handler-metrics.md");
  private static final Path EXPECTED = Path.of("target", "handler-metrics.md");
  private static final String BEGIN = "<!-- the catalogue; HandlerMetricsPageTest writes it -->\n";
  private static final Pattern RUNBOOK = Pattern.compile("`([a-z]+(?:-[a-z]+)+)`");
  private static final PrometheusNamingConvention NAMES = new PrometheusNamingConvention();

  @Test
  void saysWhatTheCodeSays() throws IOException {
    String page = Files.readString(PAGE);
    String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
    Files.writeString(EXPECTED, expected);

    assertThat(page)
        .as("the catalogue changed: take over handlers/handler-starter/target/handler-metrics.md")
        .isEqualTo(expected);
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder("\n| meter | type | unit | labels | meaning | what to do |\n");
    table.append("|---|---|---|---|---|---|\n");
    for (HandlerMetric metric : HandlerMetric.values()) {
      table
          .append("| `")
          .append(prometheusName(metric))
          .append("` | ")
          .append(metric.kind().name().toLowerCase(Locale.ROOT))
          .append(" | ")
          .append(Objects.requireNonNullElse(metric.unit(), "–"))
          .append(" | ")
          .append(labels(metric))
          .append(" | ")
          .append(metric.meaning())
          .append(" | ")
          .append(linked(metric.action()))
          .append(" |\n");
    }
    return table.toString();
  }

  private static String labels(HandlerMetric metric) {
    return metric.labels().isEmpty()
        ? "–"
        : metric.labels().stream()
            .map(label -> "`" + NAMES.tagKey(label) + "`")
            .collect(Collectors.joining(", "));
  }

  private static String linked(String action) {
    Matcher runbook = RUNBOOK.matcher(action);
    return runbook.replaceAll(
        found ->
            Files.exists(Path.of("..", "..", "runbooks", found.group(1) + ".md"))
                ? "[" + found.group(1) + "](../../runbooks/" + found.group(1) + ".md)"
                : found.group());
  }

  private static String prometheusName(HandlerMetric metric) {
    Meter.Type type =
        switch (metric.kind()) {
          case GAUGE -> Meter.Type.GAUGE;
          case COUNTER -> Meter.Type.COUNTER;
          case HISTOGRAM -> Meter.Type.TIMER;
        };
    String name = NAMES.name(metric.meterName(), type, metric.unit());
    return metric.kind() == HandlerMetric.MeterKind.COUNTER && !name.endsWith("_total")
        ? name + "_total"
        : name;
  }
}

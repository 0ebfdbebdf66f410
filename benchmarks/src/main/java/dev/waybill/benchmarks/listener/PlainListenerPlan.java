package dev.waybill.benchmarks.listener;

import dev.waybill.benchmarks.run.BenchProcess;
import dev.waybill.lab.effects.EffectTable;
import dev.waybill.lab.stack.HandlerPlan;
import dev.waybill.lab.stack.Service;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The plain listener as a part of a stack. */
public final class PlainListenerPlan implements HandlerPlan {

  private static final Pattern READY =
      Pattern.compile(Pattern.quote(PlainListenerApplication.READY));

  private final String topic;
  private final String name;
  private final ListenerOptions options;

  /**
   * @param topic what it reads
   * @param name what the process, its database and its consumer group are called; another group may
   *     have committed offsets of the topic
   */
  public PlainListenerPlan(String topic, String name, ListenerOptions options) {
    this.topic = topic;
    this.name = name;
    this.options = options;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void prepare(DataSource migrator) throws SQLException {
    new EffectTable(migrator).create();
    try (Connection connection = migrator.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE IF NOT EXISTS lab.processed (
            message_id   uuid        PRIMARY KEY,
            processed_at timestamptz NOT NULL DEFAULT clock_timestamp()
          );
          GRANT INSERT, SELECT ON lab.processed TO waybill_handler;
          """);
    }
  }

  @Override
  public Service service(Site site) {
    Map<String, String> settings = new HashMap<>(options.settings());
    settings.put(PlainListenerApplication.TOPIC, topic);
    settings.put(PlainListenerApplication.GROUP, name);
    settings.put(PlainListenerApplication.BOOTSTRAP_SERVERS, site.bootstrapServers());
    return new Service(
        name,
        "topic " + topic + ", database " + name,
        site.log(),
        () ->
            BenchProcess.builder(site.jvm(), PlainListenerCommand.NAME)
                .environment("SPRING_APPLICATION_JSON", site.settings(settings))
                .logFile(site.log())
                .start(),
        (process, timeout) -> process.awaitLine(READY, timeout));
  }
}

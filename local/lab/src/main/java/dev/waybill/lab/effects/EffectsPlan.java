package dev.waybill.lab.effects;

import dev.waybill.lab.stack.HandlerPlan;
import dev.waybill.lab.stack.LabProcess;
import dev.waybill.lab.stack.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The lab's handler as a part of a stack. */
public final class EffectsPlan implements HandlerPlan {
  /** The handler's id. */
  public static final String NAME = "effects";

  private static final String SUBSCRIPTION = "/META-INF/waybill/subscriptions/" + NAME + ".yaml";
  private static final Pattern READY = Pattern.compile(Pattern.quote(EffectsApplication.READY));

  private final String name;
  private final Map<String, String> settings;

  /** The handler as it is subscribed. */
  public EffectsPlan() {
    this(NAME, Map.of());
  }

  private EffectsPlan(String name, Map<String, String> settings) {
    this.name = name;
    this.settings = Map.copyOf(settings);
  }

  /**
   * The handler on a topic that its subscription does not name.
   *
   * @param name what the process and its database are called
   */
  public static EffectsPlan onTopic(String topic, String name) {
    return new EffectsPlan(name, Map.of(EffectsApplication.TOPIC, topic));
  }

  /**
   * The same, and one message in so many fails once, see {@link Mishaps}; it is tried again after
   * ten seconds, since nobody who measures wants to wait for the usual minute.
   */
  public EffectsPlan failingOnce(int oneIn) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(EffectsApplication.FAIL_ONE_IN, String.valueOf(oneIn));
    all.put("waybill.handler.retry.pauses", "10s, 5m, 30m");
    return new EffectsPlan(name, all);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> subscription() {
    try (InputStream file =
        Objects.requireNonNull(EffectsPlan.class.getResourceAsStream(SUBSCRIPTION))) {
      return Optional.of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + SUBSCRIPTION, e);
    }
  }

  @Override
  public void prepare(DataSource migrator) throws SQLException {
    new EffectTable(migrator).create();
  }

  @Override
  public Service service(Site site) {
    return new Service(
        name,
        "topic and database " + name,
        site.log(),
        () ->
            LabProcess.builder(site.jvm(), name, EffectsCommand.NAME)
                .environment("SPRING_APPLICATION_JSON", site.settings(settings))
                .logFile(site.log())
                .start(),
        (process, timeout) -> process.awaitLine(READY, timeout));
  }
}

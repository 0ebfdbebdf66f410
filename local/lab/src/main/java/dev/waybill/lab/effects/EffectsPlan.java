package dev.waybill.lab.effects;

import dev.waybill.lab.stack.HandlerPlan;
import dev.waybill.lab.stack.LabProcess;
import dev.waybill.lab.stack.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
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

  @Override
  public String name() {
    return NAME;
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
        NAME,
        "topic and database " + NAME,
        site.log(),
        () ->
            LabProcess.builder(site.jvm(), NAME, EffectsCommand.NAME)
                .environment("SPRING_APPLICATION_JSON", site.settings())
                .logFile(site.log())
                .start(),
        (process, timeout) -> process.awaitLine(READY, timeout));
  }
}

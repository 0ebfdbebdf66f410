package dev.waybill.handler.testbed;

import dev.waybill.handler.status.StatusBoard;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;

/** One instance of the application, in this process. */
public final class RunningParcels implements AutoCloseable {

  /** What has nothing to do with an application without JPA, and would slow its start down. */
  public static final String JPA =
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

  private final ConfigurableApplicationContext context;

  private RunningParcels(ConfigurableApplicationContext context) {
    this.context = context;
  }

  public static RunningParcels start(Map<String, String> settings, Class<?>... more) {
    // It would take away the appenders of LogLines.
    System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    return new RunningParcels(
        new SpringApplicationBuilder(ParcelApplication.class)
            .sources(more)
            .web(
                settings.containsKey("server.port")
                    ? WebApplicationType.SERVLET
                    : WebApplicationType.NONE)
            .properties(new TreeMap<String, Object>(settings))
            .run());
  }

  public StatusBoard board() {
    return context.getBean(StatusBoard.class);
  }

  /** Where it serves HTTP; only with a setting for {@code server.port}. */
  public URI address() {
    return URI.create(
        "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port"));
  }

  public ConfigurableApplicationContext context() {
    return context;
  }

  @Override
  public void close() {
    context.close();
  }
}

package dev.waybill.relay.testbed;

import static org.awaitility.Awaitility.await;

import dev.waybill.relay.RelayApplication;
import dev.waybill.relay.RelayWithoutServer;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A relay inside the test's JVM: quick, and its status can be asked for. */
public final class InProcessRelay implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ConfigurableApplicationContext context;

  private InProcessRelay(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts a relay that nobody can ask over HTTP. */
  public static InProcessRelay start(RelayTestbed testbed) {
    return start(testbed, Map.of());
  }

  /** The same, with other settings. */
  public static InProcessRelay start(RelayTestbed testbed, Map<String, String> more) {
    return start(RelayWithoutServer.class, WebApplicationType.NONE, testbed, more);
  }

  /** Starts the whole of it, with its web server on a free port. */
  public static InProcessRelay startWithServer(RelayTestbed testbed, Map<String, String> more) {
    return start(RelayApplication.class, WebApplicationType.SERVLET, testbed, more);
  }

  private static InProcessRelay start(
      Class<?> wiring, WebApplicationType type, RelayTestbed testbed, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(testbed.settings());
    // These mostly idle, and no test looks at latency: at the default they look 200 times a second.
    settings.put("waybill.relay.stream.poll-interval", "25ms");
    settings.putAll(more);
    String[] arguments =
        settings.entrySet().stream()
            .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
            .toArray(String[]::new);
    return new InProcessRelay(
        new SpringApplicationBuilder(wiring).web(type).registerShutdownHook(false).run(arguments));
  }

  public RelayStatus status() {
    return context.getBean(StatusBoard.class).status();
  }

  public void awaitStreaming() {
    await().atMost(PATIENCE).until(this::status, RelayStatus.Streaming.class::isInstance);
  }

  /** Returns the relay's reason for not being ready, once it is one that contains {@code words}. */
  public RelayStatus.NotReady awaitNotReady(String words) {
    return (RelayStatus.NotReady)
        await()
            .atMost(PATIENCE)
            .until(
                this::status,
                status ->
                    status instanceof RelayStatus.NotReady notReady
                        && notReady.reason().contains(words));
  }

  public ConfigurableApplicationContext context() {
    return context;
  }

  @Override
  public void close() {
    context.close();
  }
}

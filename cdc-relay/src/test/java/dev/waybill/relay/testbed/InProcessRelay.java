package dev.waybill.relay.testbed;

import static org.awaitility.Awaitility.await;

import dev.waybill.relay.RelayApplication;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A relay inside the test's JVM: quick, and its status can be asked for. */
public final class InProcessRelay implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ConfigurableApplicationContext context;

  private InProcessRelay(ConfigurableApplicationContext context) {
    this.context = context;
  }

  public static InProcessRelay start(RelayTestbed testbed) {
    return start(testbed, Map.of());
  }

  public static InProcessRelay start(RelayTestbed testbed, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(testbed.settings());
    settings.putAll(more);
    String[] arguments =
        settings.entrySet().stream()
            .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
            .toArray(String[]::new);
    return new InProcessRelay(SpringApplication.run(RelayApplication.class, arguments));
  }

  public RelayStatus status() {
    return context.getBean(StatusBoard.class).status();
  }

  public void awaitStreaming() {
    await().atMost(PATIENCE).until(() -> status() instanceof RelayStatus.Streaming);
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

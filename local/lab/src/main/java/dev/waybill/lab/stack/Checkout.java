package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the built services and the contracts are in a checkout of the sources. */
public record Checkout(Path home) {

  /** The packaged relay. */
  public Path relayJar() {
    return built("cdc-relay/target/cdc-relay-exec.jar");
  }

  /** The packaged activity service. */
  public Path activityServiceJar() {
    return built("writer-service/activity-service/target/activity-service-exec.jar");
  }

  /** The folder of subscription files. */
  public Path subscriptionsFolder() {
    return home.resolve("schemas/subscriptions");
  }

  /** The subscriptions that get a topic. */
  public List<Subscription> activeSubscriptions() {
    return SubscriptionFiles.read(subscriptionsFolder()).stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE)
        .toList();
  }

  /** The script that makes the three roles of a writer's database. */
  public String rolesScript() {
    Path file =
        home.resolve(
            "writer-service/outbox-starter/src/main/resources/dev/waybill/outbox/roles.sql");
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private Path built(String jar) {
    Path file = home.resolve(jar);
    if (!Files.isRegularFile(file)) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          jar + " is not built",
          "start through ./waybill, which builds what is missing, or run ./mvnw package -DskipTests");
    }
    return file;
  }
}

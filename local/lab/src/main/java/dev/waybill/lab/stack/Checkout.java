package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the built services and the contracts are in a checkout of the sources. */
public record Checkout(Path home) {

  /** The packaged relay, unpacked, as are the others. */
  public Path relayJar() {
    return built("cdc-relay/target/cdc-relay-exec.jar");
  }

  /** The packaged activity service. */
  public Path activityServiceJar() {
    return built("writer-service/activity-service/target/activity-service-exec.jar");
  }

  /** A packaged handler service. */
  public Path handlerJar(HandlerService handler) {
    return handler == HandlerService.ACTIVITY_STEPS
        ? activityServiceJar()
        : built("handlers/%1$s/target/%1$s-exec.jar".formatted(handler.id()));
  }

  /** The packaged lab itself. */
  public Path labJar() {
    return built("local/lab/target/waybill-lab-exec.jar");
  }

  /** The folder of event contracts. */
  public Path contractsFolder() {
    return home.resolve("schemas/events");
  }

  /** The folder of subscription files. */
  public Path subscriptionsFolder() {
    return home.resolve("schemas/subscriptions");
  }

  /** The script that makes the roles of a writer's database. */
  String writerRoles() {
    return text("writer-service/outbox-starter/src/main/resources/dev/waybill/outbox/roles.sql");
  }

  /** The script that makes the roles of a handler's database. */
  String handlerRoles() {
    return text("handlers/handler-starter/src/main/resources/dev/waybill/handler/roles.sql");
  }

  private String text(String path) {
    Path file = home.resolve(path);
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
    return UnpackedJar.of(file);
  }
}

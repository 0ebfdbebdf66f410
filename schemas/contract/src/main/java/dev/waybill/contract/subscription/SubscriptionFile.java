package dev.waybill.contract.subscription;

import dev.waybill.contract.yaml.YamlLines;
import java.nio.file.Path;

/** A subscription together with the file that declares it. */
public final class SubscriptionFile {

  private final Path path;
  private final Subscription subscription;
  private final YamlLines lines;

  SubscriptionFile(Path path, Subscription subscription, YamlLines lines) {
    this.path = path;
    this.subscription = subscription;
    this.lines = lines;
  }

  public Path path() {
    return path;
  }

  public Subscription subscription() {
    return subscription;
  }

  /** File and line of the entry for a type, for a message to whoever wrote the file. */
  public String locationOf(Subscription.Entry entry) {
    int index = subscription.entries().indexOf(entry);
    return path + ":" + lines.line("/subscribes/" + index + "/type");
  }

  /** File and line of a top-level field. */
  public String locationOf(String field) {
    return path + ":" + lines.line("/" + field);
  }
}

package dev.waybill.lab.stack;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFile;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.local.files.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The subscription files that a stack applies: the checkout's, and those of its own. */
record SubscriptionFolder(Path path) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static SubscriptionFolder make(Path folder, Path checkout, StackServices services) {
    try {
      Folders.delete(folder);
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(checkout)) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(file.getFileName().toString()));
        }
      }
      for (HandlerPlan handler : services.handlers()) {
        var text = handler.subscription();
        if (text.isPresent()) {
          Files.writeString(folder.resolve(handler.name() + ".yaml"), text.get());
        }
      }
      for (var subscriber : services.subscribers().entrySet()) {
        Files.writeString(folder.resolve(subscriber.getKey() + ".yaml"), subscriber.getValue());
      }
      return new SubscriptionFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + folder, e);
    }
  }

  /** What the files say. */
  List<Subscription> subscriptions() {
    return SubscriptionFiles.read(path);
  }

  /** Puts what is in force in the place of what the files say of the same handlers. */
  void keep(SubscriptionRevision inForce) {
    Set<HandlerId> kept =
        inForce.subscriptions().stream().map(Subscription::handler).collect(Collectors.toSet());
    try {
      for (SubscriptionFile file : SubscriptionFiles.readFiles(path)) {
        if (kept.contains(file.subscription().handler())) {
          Files.delete(file.path());
        }
      }
      for (Subscription subscription : inForce.subscriptions()) {
        Path file = path.resolve("in-force-" + subscription.handler() + ".yaml");
        Files.writeString(file, text(subscription));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** YAML reads JSON. */
  private static String text(Subscription subscription) {
    String alone = new SubscriptionRevision(1, List.of(subscription)).toJson();
    return JSON.readTree(alone).path("subscriptions").path(0).toString();
  }
}

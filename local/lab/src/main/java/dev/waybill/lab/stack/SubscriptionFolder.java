package dev.waybill.lab.stack;

import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.local.files.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The subscription files that a stack applies: the checkout's, and those of its own handlers. */
record SubscriptionFolder(Path path) {

  static SubscriptionFolder make(Path folder, Path checkout, List<HandlerPlan> handlers) {
    try {
      Folders.delete(folder);
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(checkout)) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(file.getFileName().toString()));
        }
      }
      for (HandlerPlan handler : handlers) {
        var text = handler.subscription();
        if (text.isPresent()) {
          Files.writeString(folder.resolve(handler.name() + ".yaml"), text.get());
        }
      }
      return new SubscriptionFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + folder, e);
    }
  }

  /** The topics on which every message of a type arrives. */
  List<String> topics(String type) {
    return active()
        .filter(subscription -> subscription.entry(type).isPresent())
        .map(Subscription::topic)
        .toList();
  }

  /** The topic of a handler. */
  String topicOf(String handler) {
    return active()
        .filter(subscription -> subscription.handler().value().equals(handler))
        .map(Subscription::topic)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no subscription of " + handler));
  }

  private Stream<Subscription> active() {
    return SubscriptionFiles.read(path).stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE);
  }
}

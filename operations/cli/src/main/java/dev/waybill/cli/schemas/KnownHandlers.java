package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.wire.TopicNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/** Every handler, and every topic of one, that was ever applied or is declared. */
final class KnownHandlers {

  private final SortedSet<String> handlers = new TreeSet<>();
  private final SortedSet<String> topics = new TreeSet<>();

  void add(Subscription subscription) {
    handlers.add(subscription.handler().value());
    topics.add(subscription.topic());
    topics.add(TopicNames.deadLetters(subscription.topic()));
  }

  /** Those of a folder, if there is one. */
  void addDeclared(Path folder) {
    if (Files.isDirectory(folder)) {
      try {
        SubscriptionFiles.read(folder).forEach(this::add);
      } catch (InvalidSubscriptionException e) {
        throw CommandFailure.because(
            ExitCode.USAGE, String.valueOf(e.getMessage()), null, "correct it", e);
      }
    }
  }

  SortedSet<String> handlers() {
    return handlers;
  }

  /** Of copies and of dead letters. */
  SortedSet<String> topics() {
    return topics;
  }
}

package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.TopicNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every handler, and every topic of one, that was ever applied or is declared; and what Kafka must
 * have if it is the one that belongs to the database.
 */
final class KnownHandlers {

  private final SortedSet<String> handlers = new TreeSet<>();
  private final SortedSet<String> topics = new TreeSet<>();
  private final SortedSet<String> relays = new TreeSet<>();
  private SortedSet<String> routed = new TreeSet<>();

  /** The next revision, oldest first. */
  void addApplied(SubscriptionRevision revision) {
    revision.subscriptions().forEach(this::add);
    routed =
        revision.subscriptions().stream()
            .filter(subscription -> subscription.status() == Status.ACTIVE)
            .map(Subscription::topic)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A relay that was ever installed. */
  void addRelay(String name) {
    relays.add(name);
  }

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

  SortedSet<String> relays() {
    return relays;
  }

  /** Whether the newest revision sends copies to a topic. */
  boolean isRouted(String topic) {
    return routed.contains(topic);
  }

  /** Of copies and of dead letters. */
  SortedSet<String> topics() {
    return topics;
  }
}

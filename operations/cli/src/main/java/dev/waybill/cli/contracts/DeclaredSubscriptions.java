package dev.waybill.cli.contracts;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.InvalidCatalogueException;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFile;
import dev.waybill.contract.subscription.SubscriptionFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a folder of subscription files and refuses it as a whole when anything in it is wrong. */
public final class DeclaredSubscriptions {

  private DeclaredSubscriptions() {}

  /**
   * The subscriptions of a folder. Contracts come from the class path and the given places; when
   * none is given, also from a folder {@code events} beside the folder, as a checkout has it.
   *
   * @throws CommandFailure naming each file, line and field that is wrong
   */
  public static List<Subscription> read(Path folder, List<Path> contracts) {
    try {
      requireNoOtherYaml(folder);
      List<SubscriptionFile> files = SubscriptionFiles.readFiles(folder);
      Catalogue catalogue = ContractSources.read(contracts.isEmpty() ? besides(folder) : contracts);
      String looked = looked(folder, contracts);
      List<String> mistakes = new ArrayList<>(doubles(files));
      files.forEach(file -> mistakes.addAll(unknown(file, catalogue, looked)));
      if (!mistakes.isEmpty()) {
        throw usage(String.join("\n", mistakes), "correct the files; nothing was changed");
      }
      return files.stream().map(SubscriptionFile::subscription).toList();
    } catch (InvalidSubscriptionException | InvalidCatalogueException e) {
      throw CommandFailure.because(
          ExitCode.USAGE,
          String.valueOf(e.getMessage()),
          null,
          "correct it; nothing was changed",
          e);
    } catch (UncheckedIOException e) {
      throw CommandFailure.because(
          ExitCode.USAGE,
          String.valueOf(e.getMessage()),
          String.valueOf(e.getCause()),
          "check that the files can be read; nothing was changed",
          e);
    }
  }

  private static List<Path> besides(Path folder) {
    Path events = events(folder);
    return Files.isDirectory(events) ? List.of(events) : List.of();
  }

  private static Path events(Path folder) {
    return folder.toAbsolutePath().normalize().resolveSibling("events");
  }

  private static String looked(Path folder, List<Path> contracts) {
    if (!contracts.isEmpty()) {
      return ", from " + contracts;
    }
    return Files.isDirectory(events(folder))
        ? ", from " + events(folder)
        : "; " + events(folder) + " does not exist: name the contracts with --contracts";
  }

  /** A file that is passed over would look like a handler that was removed. */
  private static void requireNoOtherYaml(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.toString().endsWith(".yml"))
          .findFirst()
          .ifPresent(
              file -> {
                throw usage(file + " does not end in .yaml", "rename it, or move it away");
              });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }

  private static List<String> doubles(List<SubscriptionFile> files) {
    List<String> mistakes = new ArrayList<>();
    Map<String, SubscriptionFile> handlers = new TreeMap<>();
    Map<String, SubscriptionFile> topics = new TreeMap<>();
    for (SubscriptionFile file : files) {
      Subscription subscription = file.subscription();
      String handler = subscription.handler().value();
      SubscriptionFile first = handlers.putIfAbsent(handler, file);
      if (first != null) {
        mistakes.add(
            file.locationOf("handler")
                + ": handler "
                + handler
                + " is declared in "
                + first.path());
        continue;
      }
      first = topics.putIfAbsent(subscription.topic(), file);
      if (first != null) {
        mistakes.add(
            file.locationOf("topic")
                + ": topic "
                + subscription.topic()
                + " belongs to "
                + first.path()
                + ": each handler has a topic of its own");
      }
    }
    return mistakes;
  }

  private static List<String> unknown(SubscriptionFile file, Catalogue catalogue, String looked) {
    List<String> mistakes = new ArrayList<>();
    for (Subscription.Entry entry : file.subscription().entries()) {
      EventContract contract = catalogue.find(entry.type()).orElse(null);
      String place = file.locationOf(entry) + ": type " + entry.type();
      if (contract == null) {
        mistakes.add(place + " is in no contract; known are " + types(catalogue) + looked);
      } else if (!contract.record().durable()) {
        mistakes.add(place + " is best-effort: it is never staged, so nobody can subscribe to it");
      } else {
        for (int version : entry.versions()) {
          if (contract.version(version).isEmpty()) {
            mistakes.add(
                place
                    + " has no version "
                    + version
                    + "; known are "
                    + contract.versions().keySet());
          }
        }
      }
    }
    return mistakes;
  }

  private static List<String> types(Catalogue catalogue) {
    return catalogue.all().stream().map(EventContract::type).toList();
  }

  private static CommandFailure usage(String what, String next) {
    return CommandFailure.of(ExitCode.USAGE, what, next);
  }
}

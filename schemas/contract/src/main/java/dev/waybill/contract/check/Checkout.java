package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.InvalidCatalogueException;
import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.version.ReleasedVersions;
import dev.waybill.contract.yaml.YamlLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * The contracts, subscriptions and declarations of a folder laid out as {@code schemas} is, and the
 * names of the runbooks. Immutable.
 */
public final class Checkout {

  private static final String YAML = ".yaml";
  private static final String READABLE = "file-is-readable";

  private final List<CheckedType> types = new ArrayList<>();
  private final List<CheckedSubscription> subscriptions = new ArrayList<>();
  private final List<BestEffortDeclaration> declarations = new ArrayList<>();
  private final List<Breach> unreadable = new ArrayList<>();
  private final SortedSet<String> folders = new TreeSet<>();
  private final SortedSet<String> runbooks = new TreeSet<>();
  private final LocalDate today;
  private ReleasedVersions released = ReleasedVersions.none();
  private String releasedFile = "";

  private Checkout(LocalDate today) {
    this.today = today;
  }

  /**
   * Reads a checkout. What cannot be read as what it is to be becomes a breach.
   *
   * @param schemas holds {@code events}, {@code subscriptions} and perhaps {@code best-effort} and
   *     {@code released.yaml}
   * @param runbooks holds one {@code *.md} for each runbook
   * @param today to tell a draft that is overdue
   * @throws UncheckedIOException when a folder or file cannot be read at all
   */
  public static Checkout read(Path schemas, Path runbooks, LocalDate today) {
    Checkout checkout = new Checkout(today);
    for (Path folder : list(schemas.resolve("events"))) {
      if (Files.isDirectory(folder) && !name(folder).startsWith(".")) {
        checkout.readType(folder);
      }
    }
    checkout.readReleased(schemas.resolve(ReleasedVersions.FILE));
    yamlFiles(schemas.resolve("subscriptions")).forEach(checkout::readSubscription);
    Path declared = schemas.resolve("best-effort");
    if (Files.isDirectory(declared)) {
      yamlFiles(declared).forEach(checkout::readDeclaration);
    }
    list(runbooks).stream()
        .map(Checkout::name)
        .filter(page -> page.endsWith(".md"))
        .forEach(page -> checkout.runbooks.add(page.substring(0, page.length() - 3)));
    return checkout;
  }

  /** How much there is, for people. */
  public String describe() {
    return "%d types, %d subscriptions, %d best-effort declarations"
        .formatted(types.size(), subscriptions.size(), declarations.size());
  }

  List<CheckedType> types() {
    return types;
  }

  Optional<CheckedType> type(String name) {
    return types.stream().filter(type -> type.name().equals(name)).findFirst();
  }

  List<CheckedSubscription> subscriptions() {
    return subscriptions;
  }

  List<BestEffortDeclaration> declarations() {
    return declarations;
  }

  List<Breach> unreadable() {
    return unreadable;
  }

  /** Every version that was ever released. */
  ReleasedVersions released() {
    return released;
  }

  /** Where those are listed, for messages. */
  String releasedFile() {
    return releasedFile;
  }

  /** Whether a type has a folder, be it readable or not. */
  boolean hasFolder(String type) {
    return folders.contains(type);
  }

  boolean hasRunbook(String name) {
    return runbooks.contains(name);
  }

  LocalDate today() {
    return today;
  }

  /** The handlers that read a version of a type. */
  List<String> subscribers(String type, int version) {
    return subscriptions.stream()
        .filter(
            one ->
                one.subscription()
                    .entry(type)
                    .filter(entry -> entry.versions().contains(version))
                    .isPresent())
        .map(CheckedSubscription::handler)
        .toList();
  }

  private void readReleased(Path file) {
    releasedFile = file.toString();
    try {
      if (Files.exists(file)) {
        released = ReleasedVersions.parse(text(file));
      }
    } catch (IllegalArgumentException | JacksonException e) {
      unreadable.add(new Breach(releasedFile, "", READABLE, String.valueOf(e.getMessage())));
    }
  }

  private void readType(Path folder) {
    String type = name(folder);
    folders.add(type);
    SortedMap<String, String> files = new TreeMap<>();
    SortedMap<String, String> named = new TreeMap<>();
    for (Path file : list(folder)) {
      if (Files.isRegularFile(file)) {
        files.put(name(file), text(file));
        named.put(type + "/" + name(file), text(file));
      }
    }
    try {
      types.add(new CheckedType(folder.toString(), EventContract.unproved(type, named), files));
    } catch (InvalidCatalogueException e) {
      unreadable.add(new Breach(folder.toString(), "", READABLE, String.valueOf(e.getMessage())));
    }
  }

  private void readSubscription(Path file) {
    String yaml = text(file);
    try {
      subscriptions.add(
          new CheckedSubscription(
              file.toString(),
              SubscriptionFiles.parse(file.toString(), yaml),
              DeliveryStatements.parse(yaml),
              YamlLines.of(yaml)));
    } catch (InvalidSubscriptionException e) {
      unreadable.add(new Breach(file.toString(), "", READABLE, String.valueOf(e.getMessage())));
    }
  }

  private void readDeclaration(Path file) {
    try {
      declarations.add(BestEffortDeclaration.parse(file.toString(), text(file)));
    } catch (JacksonException e) {
      unreadable.add(
          new Breach(file.toString(), "", READABLE, String.valueOf(e.getOriginalMessage())));
    }
  }

  private static List<Path> yamlFiles(Path folder) {
    return list(folder).stream().filter(file -> file.toString().endsWith(YAML)).toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the folder " + folder, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}

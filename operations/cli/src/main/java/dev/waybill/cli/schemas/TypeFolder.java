package dev.waybill.cli.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The folder of one type, and what is to be done to it for a version. Changes nothing itself. */
final class TypeFolder {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final Pattern SCHEMA = Pattern.compile("v([1-9][0-9]{0,8})\\.schema\\.json");
  private static final Pattern RETIRED = Pattern.compile("(?m)^retired:.*$");
  private static final List<String> KINDS = List.of("schema", "example", "released", "golden");

  private final Path folder;

  TypeFolder(Path folder) {
    this.folder = folder;
  }

  String type() {
    return String.valueOf(folder.getFileName());
  }

  SortedSet<Integer> versions() {
    SortedSet<Integer> versions = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(
          file -> {
            Matcher matcher = SCHEMA.matcher(String.valueOf(file.getFileName()));
            if (matcher.matches()) {
              versions.add(Integer.parseInt(matcher.group(1)));
            }
          });
      return versions;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }

  SortedSet<Integer> retired() {
    SortedSet<Integer> retired = new TreeSet<>();
    YAML.readTree(text(folder.resolve("record.yaml")).orElse(""))
        .path("retired")
        .forEach(version -> retired.add(version.asInt()));
    return retired;
  }

  /** The number of the next version: never one that was there. */
  int next() {
    SortedSet<Integer> numbers = versions();
    numbers.addAll(retired());
    return numbers.isEmpty() ? 1 : numbers.last() + 1;
  }

  /** A new version that begins as a copy of the newest. */
  List<FileChange> copyNewest() {
    int newest = versions().last();
    int next = next();
    List<FileChange> changes = new ArrayList<>();
    for (String kind : List.of("schema", "example")) {
      text(file(newest, kind))
          .map(text -> text.replace(", version " + newest + "\"", ", version " + next + "\""))
          .ifPresent(text -> changes.add(new FileChange.Write(file(next, kind), text)));
    }
    return changes;
  }

  /** What locks the schema of a version as it is now; nothing when it is locked so already. */
  List<FileChange> release(int version) {
    List<FileChange> changes = new ArrayList<>();
    Optional<String> schema = text(file(version, "schema"));
    Optional<String> released = text(file(version, "released"));
    if (!schema.equals(released)) {
      changes.add(new FileChange.Write(file(version, "released"), schema.orElseThrow()));
    }
    if (released.isEmpty()) {
      changes.add(
          new FileChange.Write(
              file(version, "golden"), text(file(version, "example")).orElseThrow()));
    }
    return changes;
  }

  /** What takes a version away: its files go, its number stays taken. */
  List<FileChange> retire(int version) {
    List<FileChange> changes = new ArrayList<>();
    SortedSet<Integer> retired = retired();
    retired.add(version);
    Path record = folder.resolve("record.yaml");
    String text = text(record).orElseThrow();
    Matcher line = RETIRED.matcher(text);
    changes.add(
        new FileChange.Write(
            record,
            line.find()
                ? line.replaceFirst("retired: " + retired)
                : text.stripTrailing() + "\nretired: " + retired + "\n"));
    for (String kind : KINDS) {
      Path file = file(version, kind);
      if (Files.exists(file)) {
        changes.add(new FileChange.Delete(file));
      }
    }
    return changes;
  }

  private Path file(int version, String kind) {
    return folder.resolve("v" + version + "." + kind + ".json");
  }

  private static Optional<String> text(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}

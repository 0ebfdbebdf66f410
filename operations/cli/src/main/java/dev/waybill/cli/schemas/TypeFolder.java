package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.version.ReleasedVersions;
import dev.waybill.contract.version.VersionFile;
import dev.waybill.contract.version.VersionFile.Kind;
import dev.waybill.contract.version.VersionNumbers;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The folder of one type, and what is to be done to it for a version. Changes nothing itself. */
final class TypeFolder {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final Pattern RETIRED = Pattern.compile("(?m)^retired:.*$");

  private final Path folder;
  private final Path list;

  /**
   * @param list of every version that was ever released, of all types; it may be missing
   */
  TypeFolder(Path folder, Path list) {
    this.folder = folder;
    this.list = list;
  }

  String type() {
    return String.valueOf(folder.getFileName());
  }

  SortedSet<Integer> versions() {
    return versions(Kind.SCHEMA);
  }

  /** Those that may be sent. */
  SortedSet<Integer> released() {
    return versions(Kind.RELEASED);
  }

  private SortedSet<Integer> versions(Kind kind) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .flatMap(file -> VersionFile.parse(String.valueOf(file.getFileName())).stream())
          .filter(file -> file.kind() == kind)
          .map(VersionFile::version)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }

  /** The number of the next version: never one that was there. */
  int next() {
    SortedSet<Integer> numbers = versions();
    numbers.addAll(retired(record()));
    numbers.addAll(everReleased().of(type()));
    return numbers.isEmpty() ? 1 : numbers.last() + 1;
  }

  /** A new version that begins as a copy of the newest. */
  List<FileChange> copyNewest() {
    int newest = versions().last();
    int next = next();
    List<FileChange> changes = new ArrayList<>();
    for (Kind kind : List.of(Kind.SCHEMA, Kind.EXAMPLE)) {
      text(file(newest, kind))
          .map(text -> text.replace(", version " + newest + "\"", ", version " + next + "\""))
          .ifPresent(text -> changes.add(new FileChange.Create(file(next, kind), text)));
    }
    return changes;
  }

  /** What locks the schemas as they are now; nothing when they are locked so already. */
  List<FileChange> release() {
    List<FileChange> changes = new ArrayList<>();
    versions().forEach(version -> changes.addAll(release(version)));
    ReleasedVersions before = everReleased();
    ReleasedVersions after = before.with(type(), versions());
    if (!after.equals(before)) {
      changes.add(new FileChange.Write(list, after.toYaml()));
    }
    return changes;
  }

  private List<FileChange> release(int version) {
    List<FileChange> changes = new ArrayList<>();
    Optional<String> schema = text(file(version, Kind.SCHEMA));
    Optional<String> released = text(file(version, Kind.RELEASED));
    if (!schema.equals(released)) {
      changes.add(new FileChange.Write(file(version, Kind.RELEASED), schema.orElseThrow()));
    }
    if (released.isEmpty()) {
      changes.add(
          new FileChange.Create(
              file(version, Kind.GOLDEN), text(file(version, Kind.EXAMPLE)).orElseThrow()));
    }
    return changes;
  }

  /**
   * What takes a version away: its files go, its number stays taken.
   *
   * @throws CommandFailure when the record is not written so that the number can be put into it
   */
  List<FileChange> retire(int version) {
    List<FileChange> changes = new ArrayList<>();
    changes.add(new FileChange.Write(recordFile(), recordWithRetired(version)));
    for (Kind kind : Kind.values()) {
      Path file = file(version, kind);
      if (Files.exists(file)) {
        changes.add(new FileChange.Delete(file));
      }
    }
    return changes;
  }

  /** Edits the text and no more of it than the one line, since people write comments there. */
  private String recordWithRetired(int version) {
    String text = record();
    SortedSet<Integer> retired = retired(text);
    retired.add(version);
    Matcher line = RETIRED.matcher(text);
    String edited =
        line.find()
            ? line.replaceFirst("retired: " + retired)
            : text.stripTrailing() + "\nretired: " + retired + "\n";
    if (!says(edited, text, retired)) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          "version " + version + " cannot be put into the field retired of " + recordFile(),
          "write the field on one line, such as `retired: [1]`; nothing was changed");
    }
    return edited;
  }

  private static boolean says(String edited, String before, SortedSet<Integer> retired) {
    try {
      return VersionNumbers.retired(edited).equals(retired)
          && others(edited).equals(others(before));
    } catch (IllegalArgumentException | JacksonException e) {
      return false;
    }
  }

  private static JsonNode others(String record) {
    JsonNode node = YAML.readTree(record);
    return node instanceof ObjectNode fields ? fields.without("retired") : node;
  }

  private static SortedSet<Integer> retired(String record) {
    try {
      return VersionNumbers.retired(record);
    } catch (IllegalArgumentException | JacksonException e) {
      throw unreadable("record.yaml", e);
    }
  }

  private ReleasedVersions everReleased() {
    try {
      return text(list).map(ReleasedVersions::parse).orElseGet(ReleasedVersions::none);
    } catch (IllegalArgumentException | JacksonException e) {
      throw unreadable(list.toString(), e);
    }
  }

  private static CommandFailure unreadable(String file, RuntimeException e) {
    return CommandFailure.because(
        ExitCode.USAGE,
        file + " cannot be read",
        String.valueOf(e.getMessage()),
        "correct it; nothing was changed",
        e);
  }

  private Path recordFile() {
    return folder.resolve("record.yaml");
  }

  private String record() {
    return text(recordFile()).orElseThrow();
  }

  private Path file(int version, Kind kind) {
    return folder.resolve(new VersionFile(version, kind).name());
  }

  private static Optional<String> text(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}

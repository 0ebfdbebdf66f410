package dev.waybill.contract.version;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Every version that was ever released, as {@value #FILE} lists them. It stands beside the folders
 * of the types, so that it remembers what went with one. Immutable.
 *
 * @param byType numbers by the name of their type
 */
public record ReleasedVersions(SortedMap<String, SortedSet<Integer>> byType) {

  /** The name of the file, in the folder that also holds {@code events}. */
  public static final String FILE = "released.yaml";

  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  private static final String HEADER =
      """
      # Every version that was ever released. Written by `waybill schemas release`. Nothing is taken out: a version whose
      # files are gone stays known by its number here.
      """;

  public ReleasedVersions {
    byType = Collections.unmodifiableSortedMap(new TreeMap<>(byType));
  }

  /** Before the first release. */
  public static ReleasedVersions none() {
    return new ReleasedVersions(new TreeMap<>());
  }

  /**
   * Reads the text of the file.
   *
   * @throws IllegalArgumentException when it has something else than lists of numbers by type
   * @throws tools.jackson.core.JacksonException when it is no YAML
   */
  public static ReleasedVersions parse(String yaml) {
    SortedMap<String, SortedSet<Integer>> byType = new TreeMap<>();
    YAML.readTree(yaml)
        .properties()
        .forEach(
            type -> byType.put(type.getKey(), VersionNumbers.read(type.getKey(), type.getValue())));
    return new ReleasedVersions(byType);
  }

  /** Those of one type. */
  public SortedSet<Integer> of(String type) {
    return Collections.unmodifiableSortedSet(byType.getOrDefault(type, new TreeSet<>()));
  }

  /** These and some more. */
  public ReleasedVersions with(String type, SortedSet<Integer> versions) {
    SortedMap<String, SortedSet<Integer>> more = new TreeMap<>(byType);
    SortedSet<Integer> numbers = new TreeSet<>(of(type));
    numbers.addAll(versions);
    more.put(type, numbers);
    return new ReleasedVersions(more);
  }

  /** The text of the file, one line for each type. */
  public String toYaml() {
    StringBuilder text = new StringBuilder(HEADER);
    for (Map.Entry<String, SortedSet<Integer>> type : byType.entrySet()) {
      text.append(type.getKey()).append(": ").append(type.getValue()).append('\n');
    }
    return text.toString();
  }
}

package dev.waybill.contract.catalogue;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.Resource;
import io.github.classgraph.ScanResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Every event type that may be staged or subscribed to. Immutable and thread-safe.
 *
 * <p>A type is a folder {@code META-INF/waybill/events/<type>/} in any jar with {@code
 * record.yaml}, and for each version {@code vN.schema.json} and {@code vN.example.json}.
 */
public final class Catalogue {

  private static final String ROOT = "META-INF/waybill/events";

  private final SortedMap<String, EventContract> contracts;

  private Catalogue(SortedMap<String, EventContract> contracts) {
    this.contracts = Collections.unmodifiableSortedMap(contracts);
  }

  /**
   * Reads the catalogue of all jars that a class loader sees.
   *
   * @throws InvalidCatalogueException when a file cannot be read, an example breaks its schema, or
   *     two jars bring one type
   */
  public static Catalogue load(ClassLoader loader) {
    SortedMap<String, String> files = new TreeMap<>();
    try (ScanResult scan = new ClassGraph().overrideClassLoaders(loader).acceptPaths(ROOT).scan()) {
      for (Resource resource : scan.getAllResources()) {
        String path = resource.getPath().substring(ROOT.length() + 1);
        if (files.put(path, text(resource)) != null) {
          throw new InvalidCatalogueException(
              resource.getPath() + " is brought by two jars: keep each type in one");
        }
      }
    }
    return ofFiles(files);
  }

  /**
   * Reads the catalogue of a folder that holds one folder per type, as {@code schemas/events} of a
   * checkout does. Files beside the type folders and hidden folders are left alone.
   *
   * @throws InvalidCatalogueException when a file cannot be read or an example breaks its schema
   * @throws UncheckedIOException when the folder cannot be read
   */
  public static Catalogue ofFolder(Path folder) {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder, 2)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        Path relative = folder.relativize(path);
        String type = relative.getName(0).toString();
        if (relative.getNameCount() == 2 && !type.startsWith(".")) {
          files.put(type + "/" + relative.getName(1), Files.readString(path));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the contracts in " + folder, e);
    }
    return ofFiles(files);
  }

  /** A catalogue of the given contracts, for tests and tools. */
  public static Catalogue of(Collection<EventContract> contracts) {
    SortedMap<String, EventContract> byType = new TreeMap<>();
    contracts.forEach(contract -> byType.put(contract.type(), contract));
    return new Catalogue(byType);
  }

  /** A catalogue of file contents by path below the events folder. */
  static Catalogue ofFiles(SortedMap<String, String> files) {
    SortedSet<String> types = new TreeSet<>();
    files.keySet().forEach(path -> types.add(path.substring(0, path.lastIndexOf('/'))));
    return of(types.stream().map(type -> EventFolder.read(type, files)).toList());
  }

  public Optional<EventContract> find(String type) {
    return Optional.ofNullable(contracts.get(type));
  }

  /** All contracts, sorted by type. */
  public Collection<EventContract> all() {
    return contracts.values();
  }

  private static String text(Resource resource) {
    try {
      return new String(resource.load(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource.getPath(), e);
    }
  }
}

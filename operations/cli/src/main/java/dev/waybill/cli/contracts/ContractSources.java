package dev.waybill.cli.contracts;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects a catalogue from folders, jars and the class path. */
final class ContractSources {

  private static final String IN_JAR = "META-INF/waybill/events";

  private final Map<String, String> origins = new TreeMap<>();
  private final Map<String, EventContract> contracts = new TreeMap<>();

  private ContractSources() {}

  /**
   * The catalogue of the class path and the given folders and jars. A folder may be {@code
   * schemas/events} itself, its parent, or the root of unpacked classes.
   *
   * @throws CommandFailure when one of them holds no contract, or two bring one type differently
   */
  static Catalogue read(List<Path> paths) {
    ContractSources sources = new ContractSources();
    sources.add("the class path", Catalogue.load(ContractSources.class.getClassLoader()));
    for (Path path : paths) {
      Catalogue catalogue = read(path);
      if (catalogue.all().isEmpty()) {
        throw usage(
            path + " holds no contract",
            "name a jar with " + IN_JAR + "/<type>/, or a folder with one folder for each type");
      }
      sources.add(path.toString(), catalogue);
    }
    return Catalogue.of(sources.contracts.values());
  }

  /** One type may come from two places, such as a jar and the folder that it was made of. */
  private void add(String origin, Catalogue catalogue) {
    for (EventContract contract : catalogue.all()) {
      EventContract earlier = contracts.putIfAbsent(contract.type(), contract);
      String earlierOrigin = origins.putIfAbsent(contract.type(), origin);
      if (earlier != null && !same(earlier, contract)) {
        throw usage(
            "the contract of "
                + contract.type()
                + " in "
                + origin
                + " differs from that in "
                + earlierOrigin,
            "keep each type in one place, or name only one of them with --contracts");
      }
    }
  }

  private static boolean same(EventContract one, EventContract other) {
    return one.record().equals(other.record()) && schemas(one).equals(schemas(other));
  }

  private static Map<Integer, String> schemas(EventContract contract) {
    Map<Integer, String> schemas = new TreeMap<>();
    contract.versions().forEach((number, version) -> schemas.put(number, version.schemaText()));
    return schemas;
  }

  private static Catalogue read(Path path) {
    if (Files.isRegularFile(path)) {
      return readJar(path);
    }
    if (!Files.isDirectory(path)) {
      throw usage(path + " does not exist", "check --contracts");
    }
    for (String inner : List.of(IN_JAR, "events")) {
      if (Files.isDirectory(path.resolve(inner))) {
        return Catalogue.ofFolder(path.resolve(inner));
      }
    }
    return Catalogue.ofFolder(path);
  }

  private static Catalogue readJar(Path jar) {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      return Catalogue.load(loader);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("a file has no URL: " + jar, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + jar, e);
    }
  }

  private static CommandFailure usage(String what, String next) {
    return CommandFailure.of(ExitCode.USAGE, what, next);
  }
}

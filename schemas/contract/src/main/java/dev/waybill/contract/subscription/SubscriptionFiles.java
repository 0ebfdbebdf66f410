package dev.waybill.contract.subscription;

import dev.waybill.contract.yaml.YamlLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a folder of subscription files, {@code *.yaml}, one for each handler. */
public final class SubscriptionFiles {

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

  private SubscriptionFiles() {}

  /**
   * All subscriptions of a folder, in the order of the file names.
   *
   * @throws InvalidSubscriptionException when a file cannot be read as one, or there is none
   * @throws UncheckedIOException when the folder cannot be read
   */
  public static List<Subscription> read(Path folder) {
    return readFiles(folder).stream().map(SubscriptionFile::subscription).toList();
  }

  /**
   * As {@link #read}, each with the place where it is declared.
   *
   * @throws InvalidSubscriptionException when a file cannot be read as one, or there is none
   * @throws UncheckedIOException when the folder cannot be read
   */
  public static List<SubscriptionFile> readFiles(Path folder) {
    List<SubscriptionFile> subscriptions = new ArrayList<>();
    for (Path file : files(folder)) {
      subscriptions.add(readFile(file));
    }
    if (subscriptions.isEmpty()) {
      throw new InvalidSubscriptionException(
          folder + " holds no *.yaml file: add one for each handler");
    }
    return subscriptions;
  }

  /**
   * One subscription.
   *
   * @param name what to call the source in an error, usually the file's name
   * @throws InvalidSubscriptionException when the text cannot be read as one
   */
  public static Subscription parse(String name, String yaml) {
    try {
      return SubscriptionDocument.read(YAML.readTree(yaml));
    } catch (SubscriptionDocument.FieldException e) {
      throw new InvalidSubscriptionException(
          name + ":" + YamlLines.of(yaml).line(e.pointer()) + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new InvalidSubscriptionException(
          name + ":" + line + ": not readable as YAML: " + e.getOriginalMessage(), e);
    }
  }

  private static SubscriptionFile readFile(Path file) {
    try {
      String yaml = Files.readString(file);
      return new SubscriptionFile(file, parse(file.toString(), yaml), YamlLines.of(yaml));
    } catch (CharacterCodingException e) {
      throw new InvalidSubscriptionException(file + ":1: not readable as UTF-8 text", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidSubscriptionException(folder + " is not a folder");
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }
}

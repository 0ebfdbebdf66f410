package dev.waybill.testsupport.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * The payloads with which versions were released, from the jars of their contracts. A handler reads
 * each that it subscribes to in its build, so that a reader that was broken is found before a
 * message that is still on its way.
 */
public final class GoldenPayloads {

  private GoldenPayloads() {}

  /**
   * A test for each version: what its payload is read as has every field.
   *
   * @param types what a handler subscribes to
   * @param read as the handler's method is given it
   */
  public static Stream<DynamicTest> readWhole(
      Set<MessageType> types, BiFunction<MessageType, byte[], Object> read) {
    return types.stream()
        .map(
            type ->
                DynamicTest.dynamicTest(
                    type.toString(),
                    () -> assertThat(read.apply(type, read(type))).hasNoNullFieldsOrProperties()));
  }

  /**
   * The payload of a version, as bytes of a record.
   *
   * @throws IllegalStateException when the version was not released, or its contract is no
   *     dependency
   */
  public static byte[] read(MessageType type) {
    String path =
        "META-INF/waybill/events/%s/v%d.golden.json".formatted(type.name(), type.version());
    try (InputStream in = GoldenPayloads.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}

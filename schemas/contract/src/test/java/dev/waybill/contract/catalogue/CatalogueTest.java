package dev.waybill.contract.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueTest {

  private static final String SCHEMA =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "required": ["id", "at"],
       "properties": {"id": {"type": "string"}, "at": {"type": "string", "format": "date-time"}}}
      """;

  @Test
  void readsATypeAndValidatesPayloads() {
    EventVersion version =
        Catalogue.ofFiles(files()).find("parcel.sent").orElseThrow().version(1).orElseThrow();

    assertThat(version.validate("{\"id\": \"1\", \"at\": \"2026-01-01T00:00:00Z\"}")).isEmpty();
    assertThat(version.validate("{\"id\": 1, \"at\": \"2026-01-01T00:00:00Z\"}"))
        .extracting(Violation::field)
        .containsExactly("/id");
    assertThat(version.validate("{\"id\": \"1\"}"))
        .extracting(Violation::field)
        .containsExactly("/at");
    assertThat(version.validate("{\"id\": \"1\", \"at\": \"yesterday\"}"))
        .extracting(Violation::field)
        .containsExactly("/at");
    assertThat(version.validate("{")).hasSize(1);
  }

  @Test
  void readsTheJarsOfAClassLoader(@TempDir Path folder) throws IOException {
    Path jar = folder.resolve("contracts.jar");
    writeJar(jar, files());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader())) {
      assertThat(Catalogue.load(loader).all())
          .extracting(EventContract::type)
          .containsExactly("parcel.sent");
    }
  }

  @Test
  void readsAFolderOfACheckout(@TempDir Path folder) throws IOException {
    for (var file : files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Files.writeString(folder.resolve("README.md"), "not a type");
    Files.createDirectories(folder.resolve(".idea"));
    Files.writeString(folder.resolve(".idea/x.xml"), "not a type either");

    assertThat(Catalogue.ofFolder(folder).all())
        .extracting(EventContract::type)
        .containsExactly("parcel.sent");
    Path nowhere = folder.resolve("nowhere");
    assertThatThrownBy(() -> Catalogue.ofFolder(nowhere))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void namesWhatIsWrongInAFolder() {
    refuses("parcel.sent/v1.example.json", "{\"id\": 7}", "v1.example.json breaks its schema");
    refuses("parcel.sent/record.yaml", "owner: x", "lacks 'durable'");
    refuses("parcel.sent/record.yaml", "colour: red", "unknown field 'colour'");
    refuses("parcel.sent/v2.schema.json", SCHEMA, "v2.example.json is missing");
    refuses("Parcel/record.yaml", "x", "Parcel");
  }

  private static void refuses(String path, String content, String complaint) {
    SortedMap<String, String> files = files();
    files.put(path, content);
    assertThatThrownBy(() -> Catalogue.ofFiles(files))
        .isInstanceOf(InvalidCatalogueException.class)
        .hasMessageContaining(complaint);
  }

  private static SortedMap<String, String> files() {
    SortedMap<String, String> files = new TreeMap<>();
    files.put(
        "parcel.sent/record.yaml",
        """
        record: EV-1
        owner: team-parcels
        kind: integration-event
        direction: outbound
        trust: internal
        durable: true
        meaning: A parcel left the house.
        """);
    files.put("parcel.sent/v1.schema.json", SCHEMA);
    files.put("parcel.sent/v1.example.json", "{\"id\": \"1\", \"at\": \"2026-01-01T00:00:00Z\"}");
    return files;
  }

  private static void writeJar(Path jar, SortedMap<String, String> files) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var file : files.entrySet()) {
        out.putNextEntry(new JarEntry("META-INF/waybill/events/" + file.getKey()));
        out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
  }
}

package dev.waybill.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A checkout that keeps every rule: one released type, and one handler that reads it. */
public record ContractFolder(Path schemas) {

  private static final String SCHEMA =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "title": "parcel.sent, version 1", "type": "object", "required": ["id"],
       "properties": {"id": {"type": "string", "maxLength": 40}}}
      """;

  /**
   * Writes it.
   *
   * @param folder where {@code schemas} and {@code runbooks} are made
   * @param topic of the handler {@code depot}
   */
  public static ContractFolder write(Path folder, String topic) throws IOException {
    ContractFolder checkout = new ContractFolder(folder.resolve("schemas"));
    Files.createDirectories(checkout.file(""));
    Files.createDirectories(checkout.schemas.resolve("subscriptions"));
    Files.createDirectories(folder.resolve("runbooks"));
    Files.writeString(folder.resolve("runbooks/dead-letters.md"), "# Dead letters");
    Files.writeString(
        checkout.file("record.yaml"),
        """
        record: EV-1
        owner: depot
        kind: integration-event
        direction: outbound
        trust: internal
        durable: true
        fields:
          id: public
        """);
    Files.writeString(checkout.list(), "parcel.sent: [1]");
    Files.writeString(checkout.file("v1.schema.json"), SCHEMA);
    Files.writeString(checkout.file("v1.released.json"), SCHEMA);
    Files.writeString(checkout.file("v1.example.json"), "{\"id\": \"1\"}");
    Files.writeString(checkout.file("v1.golden.json"), "{\"id\": \"1\"}");
    Files.writeString(
        checkout.schemas.resolve("subscriptions/depot.yaml"),
        """
        handler: depot
        owner: views
        topic: %s
        delivery:
          guarantee: effectively-once
          boundary: row and inbox row in one transaction
          duplicates: the inbox knows it
          retry-horizon: 36m
          runbook: dead-letters
          recovery-owner: views
          record-owner: views
          status: decided
        subscribes:
          - {type: parcel.sent, versions: [1]}
        """
            .formatted(topic));
    return checkout;
  }

  /** The list of every version that was ever released. */
  public Path list() {
    return schemas.resolve("released.yaml");
  }

  /** A file of the type. */
  public Path file(String name) {
    return schemas.resolve("events/parcel.sent").resolve(name);
  }

  public void replace(String name, String was, String is) throws IOException {
    String text = Files.readString(file(name));
    assertThat(text).contains(was);
    Files.writeString(file(name), text.replace(was, is));
  }
}

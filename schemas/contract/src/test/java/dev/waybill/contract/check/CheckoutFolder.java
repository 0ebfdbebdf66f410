package dev.waybill.contract.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** A small checkout that keeps every rule, to be broken in one place. */
final class CheckoutFolder {

  static final String RECORD = "events/parcel.sent/record.yaml";
  static final String SCHEMA = "events/parcel.sent/v1.schema.json";
  static final String RELEASED = "events/parcel.sent/v1.released.json";
  static final String EXAMPLE = "events/parcel.sent/v1.example.json";
  static final String GOLDEN = "events/parcel.sent/v1.golden.json";
  static final String MARKS = "released.yaml";
  static final String DEPOT = "subscriptions/depot.yaml";
  static final String REACTION = "best-effort/blink.yaml";

  private static final LocalDate TODAY = LocalDate.parse("2026-06-01");

  private final Path folder;

  private CheckoutFolder(Path folder) {
    this.folder = folder;
  }

  static CheckoutFolder in(Path folder) {
    CheckoutFolder checkout = new CheckoutFolder(folder);
    String schema =
        """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
         "required": ["id", "to"],
         "properties": {
           "id": {"type": "string", "maxLength": 40},
           "note": {"type": "string", "description": "For people. Absent: none."},
           "to": {"type": "object", "required": ["city"],
                  "properties": {"city": {"type": "string"}}}}}
        """;
    String example = "{\"id\": \"1\", \"to\": {\"city\": \"Graz\"}, \"note\": \"fragile\"}";
    checkout.write(RECORD, record(true) + "fields: {id: public, note: internal, to: public}\n");
    checkout.write(SCHEMA, schema);
    checkout.write(RELEASED, schema);
    checkout.write(MARKS, "parcel.sent: [1]");
    checkout.write(EXAMPLE, example);
    checkout.write(GOLDEN, example);
    checkout.write("events/parcel.seen/record.yaml", record(false) + "fields: {id: public}\n");
    checkout.write(
        "events/parcel.seen/v1.schema.json",
        "{\"type\": \"object\", \"required\": [\"id\"], \"properties\": {\"id\": {\"type\": \"string\"}}}");
    checkout.write("events/parcel.seen/v1.example.json", "{\"id\": \"1\"}");
    checkout.write("subscriptions/depot.yaml", subscription());
    checkout.write(
        REACTION,
        """
        name: blink
        kind: reaction
        type: parcel.seen
        owner: views
        on-failure: nothing blinks
        accepted-loss: one blink
        repeat: look again
        """);
    checkout.write("runbooks/dead-letters.md", "# Dead letters");
    return checkout;
  }

  private static String record(boolean durable) {
    return """
        record: EV-1
        owner: depot
        kind: integration-event
        direction: outbound
        trust: internal
        durable: %s
        """
        .formatted(durable);
  }

  private static String subscription() {
    return """
        handler: depot
        owner: views
        clearance: internal
        delivery:
          guarantee: effectively-once
          boundary: row and inbox row in one transaction
          duplicates: the inbox knows it
          runbook: dead-letters
          recovery-owner: views
          record-owner: views
          status: decided
        subscribes:
          - type: parcel.sent
            versions: [1]
            delivery:
              retry-horizon: 36m
        """;
  }

  void write(String file, String text) {
    try {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void replace(String file, String was, String is) {
    try {
      String text = Files.readString(folder.resolve(file));
      assertThat(text).contains(was);
      write(file, text.replace(was, is));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void copy(String file, String to) {
    try {
      write(to, Files.readString(folder.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete(String file) {
    try {
      Files.delete(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As if version 1 had never been released. */
  void unrelease() {
    delete(RELEASED);
    delete(GOLDEN);
    write(MARKS, "{}");
  }

  void deleteVersion(int version) {
    for (String kind : List.of("schema", "example", "released", "golden")) {
      delete("events/parcel.sent/v" + version + "." + kind + ".json");
    }
  }

  void copyVersion(int version, int to) {
    for (String kind : List.of("schema", "example", "released", "golden")) {
      String folder = "events/parcel.sent/v";
      copy(folder + version + "." + kind + ".json", folder + to + "." + kind + ".json");
    }
  }

  /** The breaches, with files as they are called in here. */
  List<Breach> check() {
    return ContractCheck.check(Checkout.read(folder, folder.resolve("runbooks"), TODAY)).stream()
        .map(
            breach ->
                new Breach(
                    breach.file().replace(folder + "/", ""),
                    breach.field(),
                    breach.rule(),
                    breach.message(),
                    breach.subscribers()))
        .toList();
  }
}

package dev.waybill.contract.catalogue;

import dev.waybill.contract.message.MessageKind;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is on record of one event type.
 *
 * @param type the stable type name
 * @param record who answers for it and what it is
 * @param versions every version that may be staged, by number
 */
public record EventContract(
    String type, EventRecord record, SortedMap<Integer, EventVersion> versions) {

  public EventContract {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /**
   * Reads one type, for whoever checks contracts: an example may still break its schema, which
   * {@link Catalogue} refuses.
   *
   * @param files contents by {@code type/name}, as in the folder of events
   * @throws InvalidCatalogueException when a file is missing or cannot be read
   */
  public static EventContract unproved(String type, SortedMap<String, String> files) {
    return EventFolder.readUnproved(type, files);
  }

  public Optional<EventVersion> version(int version) {
    return Optional.ofNullable(versions.get(version));
  }

  /**
   * The record part of a contract.
   *
   * @param id the name under which other documents cite it
   * @param owner the team that answers for it
   * @param trust who may produce it and be believed, for instance {@code internal}
   * @param durable whether it may be staged; a best-effort event may not
   */
  public record EventRecord(
      String id,
      String owner,
      MessageKind kind,
      Direction direction,
      String trust,
      boolean durable) {}
}

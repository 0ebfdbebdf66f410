package dev.waybill.relay.ledger;

import java.util.List;

/**
 * The subscription revisions by which a batch was routed.
 *
 * @param newest the newest that was applied
 * @param formers older ones that gave some handler more, oldest first: what was staged while a
 *     handler was promised it still goes there
 */
public record RoutedBy(long newest, List<Long> formers) {

  public RoutedBy {
    formers = List.copyOf(formers);
  }

  /** One revision alone. */
  public static RoutedBy only(long revision) {
    return new RoutedBy(revision, List.of());
  }
}

package dev.waybill.dashboard.counts;

import java.util.List;
import java.util.Optional;

/**
 * Which activities of a tenant are counted.
 *
 * @param statuses labels of {@link Status#counted()}, at least one
 * @param assignee whose; everybody's and nobody's when empty
 * @param limit the most counts to tell
 */
public record Selection(List<String> statuses, Optional<String> assignee, int limit) {}

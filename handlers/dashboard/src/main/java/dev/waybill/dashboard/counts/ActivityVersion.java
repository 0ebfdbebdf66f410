package dev.waybill.dashboard.counts;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one version of an activity said.
 *
 * @param version grows with each change of the activity
 * @param reached how far it had come at least; {@link Status#OPEN} where the version says nothing
 *     of that
 * @param assignee null when it is nobody's
 */
public record ActivityVersion(
    String tenant, UUID activity, long version, Status reached, @Nullable String assignee) {}

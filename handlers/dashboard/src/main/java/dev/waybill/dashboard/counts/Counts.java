package dev.waybill.dashboard.counts;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many activities there are, as callers see it.
 *
 * @param activities all that were selected; more than the counts add up to where the limit left
 *     some out
 * @param counts the largest first
 */
public record Counts(long activities, List<Count> counts) {

  /**
   * Activities of one status and assignee.
   *
   * @param assignee null, and left out, for those that are nobody's
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Count(String status, @Nullable String assignee, long activities) {}
}

package dev.waybill.dashboard.http;

import dev.waybill.access.query.QueryParameters;
import dev.waybill.dashboard.counts.Selection;
import dev.waybill.dashboard.counts.Status;
import java.util.List;
import java.util.Map;

/** Which activities a caller asks for. */
final class SelectionParameters {

  /** The contracts allow no more for the id of a user. */
  private static final int LONGEST_ID = 200;

  private static final int USUAL = 100;
  private static final int MOST = 1000;

  private SelectionParameters() {}

  /**
   * @throws dev.waybill.access.query.InvalidParameterException when the query holds another
   *     parameter, or a value that is not allowed
   */
  static Selection of(Map<String, List<String>> query) {
    QueryParameters given = QueryParameters.of(query, "status", "assignee", "limit");
    return new Selection(
        given.oneOf("status", Status.counted()).map(List::of).orElseGet(Status::counted),
        given.text("assignee", LONGEST_ID),
        given.number("limit", 1, MOST, USUAL));
  }
}

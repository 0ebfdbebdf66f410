package dev.waybill.handler.endpoint;

import dev.waybill.access.query.QueryParameters;
import dev.waybill.contract.message.MessageType;
import dev.waybill.handler.desk.InvalidRequestException;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.lookup.DeliveryPages;
import dev.waybill.handler.lookup.DeliveryPages.Filter;
import dev.waybill.handler.lookup.MinuteBook.Range;
import dev.waybill.handler.registry.HandlerDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of requests for something to read. One that is not known is refused. */
final class Queries {

  /** So many entries, or deliveries, in one answer. */
  static final int MOST = 200;

  static final List<String> ACTIONS = List.of("limit");

  private static final String TYPE = "type";
  private static final String VERSION = "version";

  static final List<String> CARRIED = List.of(TYPE, VERSION);

  private static final int LONGEST_TYPE = 200;
  private static final int USUAL_ACTIONS = 20;
  private static final int USUAL_DELIVERIES = 50;
  private static final int LONGEST_CODE = 250;

  private Queries() {}

  /** How many entries of the audit. */
  static int actions(Map<String, List<String>> given) {
    return read(given, ACTIONS).number("limit", 1, MOST, USUAL_ACTIONS);
  }

  /** The version that is looked for. */
  static MessageType carried(Map<String, List<String>> given) {
    QueryParameters query = read(given, CARRIED);
    int version = query.number(VERSION, 1, Integer.MAX_VALUE, 0);
    try {
      return new MessageType(query.text(TYPE, LONGEST_TYPE).orElse(""), version);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          version < 1 ? VERSION : TYPE,
          String.valueOf(e.getMessage()),
          "give a type, such as activity.completed, and a version from 1");
    }
  }

  private static QueryParameters read(Map<String, List<String>> given, List<String> known) {
    return QueryParameters.of(given, known.toArray(String[]::new));
  }

  /**
   * A page of a list.
   *
   * @param before as {@link DeliveryPages} takes it
   */
  record Page(Filter filter, long before, int limit) {

    private static final String BEFORE = "before";

    static final List<String> PARAMETERS =
        List.of("handler", "state", "errorCode", BEFORE, "limit");

    /**
     * What is asked for.
     *
     * @param tenant whose deliveries are shown; null for everybody's
     */
    static Page of(
        Map<String, List<String>> given, ServiceHandlers handlers, @Nullable String tenant) {
      QueryParameters query = read(given, PARAMETERS);
      List<HandlerDefinition> of =
          query
              .text("handler", LONGEST_CODE)
              .map(handlers::require)
              .map(List::of)
              .orElseGet(handlers::all);
      return new Page(
          new Filter(
              of.stream().map(HandlerDefinition::id).toList(),
              query.oneOf("state", DeliveryPages.STATES).orElse(null),
              query.text("errorCode", LONGEST_CODE).orElse(null),
              tenant),
          query.text(BEFORE, LONGEST_CODE).map(Page::arrival).orElse(Long.MAX_VALUE),
          query.number("limit", 1, MOST, USUAL_DELIVERIES));
    }

    private static long arrival(String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new InvalidRequestException(
            BEFORE, BEFORE + " is '" + text + "'", "give the next of the page before, or nothing");
      }
    }
  }

  /** Some whole minutes of the recorded time. */
  static final class Minutes {

    /** All deliveries of these minutes are read for one answer. */
    static final int MOST = 240;

    private static final String FROM = "from";
    private static final String TO = "to";

    static final List<String> PARAMETERS = List.of(FROM, TO);

    private Minutes() {}

    static Range of(Map<String, List<String>> given) {
      QueryParameters query = read(given, PARAMETERS);
      Instant from = minute(query, FROM);
      Instant to = minute(query, TO);
      if (!from.isBefore(to)) {
        throw new InvalidRequestException(
            TO, TO + " is not after " + FROM, "give the end of the last minute");
      }
      long minutes = Duration.between(from, to).toMinutes();
      if (minutes > MOST) {
        throw new InvalidRequestException(
            TO,
            TO + " is " + minutes + " minutes after " + FROM,
            "ask for at most " + MOST + " minutes, and for the others in another request");
      }
      return new Range(from, to);
    }

    private static Instant minute(QueryParameters query, String name) {
      Instant time =
          query
              .time(name)
              .orElseThrow(
                  () ->
                      new InvalidRequestException(
                          name,
                          name + " is missing",
                          "give the begin of a minute, for instance 2026-11-30T10:15:00Z"));
      if (time.getEpochSecond() % 60 != 0 || time.getNano() != 0) {
        throw new InvalidRequestException(
            name, name + " is " + time + ", within a minute", "leave seconds at 00");
      }
      return time;
    }
  }
}

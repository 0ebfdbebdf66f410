package dev.waybill.contract.delivery;

import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The delivery specification of one entry, as far as its file states it: the fields of the entry,
 * and for those that it leaves out the ones that the file gives for all of its entries. It may have
 * gaps; {@link #gaps} names them.
 */
public final class DeliveryStatement {

  /** Every field that a specification may have. */
  public static final List<String> FIELDS =
      List.of(
          "guarantee",
          "boundary",
          "duplicates",
          "retry-horizon",
          "runbook",
          "recovery-owner",
          "record-owner",
          "status",
          "decided-by",
          "decide-until");

  private static final List<String> REQUIRED = FIELDS.subList(0, 7);
  private static final List<String> REQUIRED_OF_DRAFT = List.of("decided-by", "decide-until");

  private final String type;
  private final Map<String, String> fields;

  /**
   * @param type the type that is delivered
   * @param fields what is stated, by name
   */
  public DeliveryStatement(String type, Map<String, String> fields) {
    this.type = type;
    this.fields = new TreeMap<>(fields);
  }

  public String type() {
    return type;
  }

  /** A field that says something. */
  public Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isBlank());
  }

  /** Whether it is still to be decided; a delivery is not routed before. */
  public boolean isDraft() {
    return field("status").filter("draft"::equals).isPresent();
  }

  /**
   * How long a failing delivery is tried again.
   *
   * @throws IllegalArgumentException when what is stated is no duration
   */
  public Optional<Duration> retryHorizon() {
    return field("retry-horizon").map(Durations::parse);
  }

  /**
   * What is missing or wrong, by field. A draft may lack what is still to be decided, but names who
   * decides and until when.
   *
   * @param today to tell a draft that is overdue
   */
  public Map<String, String> gaps(LocalDate today) {
    Map<String, String> gaps = new TreeMap<>();
    List<String> required = new ArrayList<>(isDraft() ? REQUIRED_OF_DRAFT : REQUIRED);
    required.add("status");
    for (String name : required) {
      if (field(name).isEmpty()) {
        gaps.put(name, name + " is missing");
      }
    }
    field("status")
        .filter(status -> !status.equals("draft") && !status.equals("decided"))
        .ifPresent(status -> gaps.put("status", "'" + status + "' is not decided or draft"));
    field("guarantee")
        .filter(word -> Guarantee.ofWord(word).isEmpty())
        .ifPresent(
            word ->
                gaps.put(
                    "guarantee",
                    "'"
                        + word
                        + "' is not effectively-once or at-least-once; best-effort is"
                        + " declared by the reaction and never delivered"));
    horizonGap().ifPresent(gap -> gaps.put("retry-horizon", gap));
    if (isDraft()) {
      field("decide-until")
          .flatMap(date -> dateGap(date, today))
          .ifPresent(gap -> gaps.put("decide-until", gap));
    }
    return gaps;
  }

  private Optional<String> horizonGap() {
    try {
      retryHorizon();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> dateGap(String date, LocalDate today) {
    try {
      return LocalDate.parse(date).isBefore(today)
          ? Optional.of("the decision was due on " + date)
          : Optional.empty();
    } catch (DateTimeParseException e) {
      return Optional.of("'" + date + "' is no date such as 2026-12-31");
    }
  }
}

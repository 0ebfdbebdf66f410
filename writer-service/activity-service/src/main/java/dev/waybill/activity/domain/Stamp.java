package dev.waybill.activity.domain;

import dev.waybill.access.UserId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When and by whom something was done, to the microsecond. */
public record Stamp(Instant at, UserId by) {

  public Stamp {
    at = at.truncatedTo(ChronoUnit.MICROS);
  }
}

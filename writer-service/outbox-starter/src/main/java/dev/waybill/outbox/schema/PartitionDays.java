package dev.waybill.outbox.schema;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;

/** Which day partitions of the message table exist, seen from the database's today in UTC. */
record PartitionDays(LocalDate today, Collection<String> partitions) {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'message_p'uuuuMMdd", Locale.ROOT);

  boolean hasToday() {
    return has(today);
  }

  /** How many days without a gap follow today. */
  int ahead() {
    int days = 0;
    while (has(today.plusDays(days + 1L))) {
      days++;
    }
    return days;
  }

  private boolean has(LocalDate day) {
    return partitions.contains(NAME.format(day));
  }
}

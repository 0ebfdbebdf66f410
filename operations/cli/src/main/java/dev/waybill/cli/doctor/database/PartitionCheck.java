package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** That the day partitions reach far enough ahead: without one for today nothing can be staged. */
final class PartitionCheck implements DatabaseCheck {

  private static final String NAME = "outbox.partitions";
  private static final String PREFIX = "message_p";
  private static final int FEW_DAYS = 7;
  private static final String REMEDY =
      "SELECT outbox.ensure_message_partitions(14), as the migrator or the relay; a running relay"
          + " does it by itself";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    if (!database.hasTable("message")) {
      return List.of(Finding.skipped(NAME, "outbox.message is not there yet"));
    }
    LocalDate today =
        database.one(
            "SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS today",
            row -> row.getObject("today", LocalDate.class));
    List<String> partitions =
        database.list(
            """
            SELECT c.relname
            FROM pg_inherits i
            JOIN pg_class c ON c.oid = i.inhrelid
            JOIN pg_class p ON p.oid = i.inhparent
            JOIN pg_namespace n ON n.oid = p.relnamespace
            WHERE n.nspname = 'outbox' AND p.relname = 'message' AND NOT i.inhdetachpending
            """,
            row -> row.getString("relname"));
    return judge(today, partitions);
  }

  static List<Finding> judge(LocalDate today, List<String> partitions) {
    Set<LocalDate> days = new TreeSet<>();
    List<Finding> findings = new ArrayList<>();
    for (String partition : partitions) {
      LocalDate day = day(partition);
      if (day == null) {
        findings.add(
            Finding.warning(
                "outbox.partition-names",
                partition
                    + " is no day partition; a default partition keeps days from being dropped",
                "move its rows to day partitions and detach it"));
      } else {
        days.add(day);
      }
    }
    findings.add(0, ahead(today, days));
    return findings;
  }

  private static Finding ahead(LocalDate today, Set<LocalDate> days) {
    if (!days.contains(today)) {
      return Finding.problem(
          NAME, "there is no partition for today (UTC): nothing can be staged", REMEDY);
    }
    int ahead = 0;
    while (days.contains(today.plusDays(ahead + 1L))) {
      ahead++;
    }
    String state = days.size() + " day partitions, " + ahead + " days ahead without a gap";
    if (ahead == 0) {
      return Finding.problem(NAME, state + ": from midnight UTC nothing can be staged", REMEDY);
    }
    return ahead < FEW_DAYS ? Finding.warning(NAME, state, REMEDY) : Finding.ok(NAME, state);
  }

  private static @Nullable LocalDate day(String partition) {
    if (!partition.startsWith(PREFIX)) {
      return null;
    }
    try {
      return LocalDate.parse(
          partition.substring(PREFIX.length()), DateTimeFormatter.BASIC_ISO_DATE);
    } catch (DateTimeException e) {
      return null;
    }
  }
}

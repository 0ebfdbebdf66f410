package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * That the publication passes on inserts of the outbox and of the heartbeat, of the right columns,
 * through the root, and nothing else: a table too many slows its writers down or breaks them.
 */
final class PublicationCheck implements DatabaseCheck {

  private static final String NAME = "publication.exists";
  private static final String OPERATIONS = "publication.operations";
  private static final String MEMBERS = "publication.tables";
  private static final String OUTBOX = "outbox.message";
  private static final String HEARTBEAT = "outbox.relay_heartbeat";
  private static final Set<String> COLUMNS =
      new TreeSet<>(Set.of("seq", "message_id", "envelope", "payload"));
  private static final Set<String> HEARTBEAT_COLUMNS = new TreeSet<>(Set.of("beat", "relay"));

  private final String publication;

  PublicationCheck(RelayNames names) {
    this.publication = names.publication();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    Optional<Publication> found =
        database.find(
            """
            SELECT puballtables, pubinsert, pubupdate OR pubdelete OR pubtruncate AS more,
                   pubviaroot,
                   EXISTS (SELECT FROM pg_publication_namespace WHERE pnpubid = p.oid) AS schemas
            FROM pg_publication p
            WHERE pubname = ?
            """,
            row ->
                new Publication(
                    row.getBoolean("puballtables") || row.getBoolean("schemas"),
                    row.getBoolean("pubinsert"),
                    row.getBoolean("more"),
                    row.getBoolean("pubviaroot")),
            publication);
    List<Member> members =
        database.list(
            """
            SELECT n.nspname || '.' || c.relname AS name, r.prqual IS NOT NULL AS filtered,
                   ARRAY(SELECT a.attname::text FROM pg_attribute a
                         WHERE a.attrelid = c.oid AND a.attnum = ANY (r.prattrs::int2[])) AS columns,
                   r.prattrs IS NULL AS all_columns
            FROM pg_publication_rel r
            JOIN pg_publication p ON p.oid = r.prpubid
            JOIN pg_class c ON c.oid = r.prrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE p.pubname = ?
            ORDER BY 1
            """,
            row ->
                new Member(
                    row.getString("name"),
                    row.getBoolean("filtered"),
                    row.getBoolean("all_columns"),
                    new TreeSet<>(Arrays.asList((String[]) row.getArray("columns").getArray()))),
            publication);
    return found.map(one -> judge(one, members)).orElseGet(() -> List.of(missing()));
  }

  List<Finding> judge(Publication found, List<Member> members) {
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(NAME, "publication " + publication + " exists"));
    findings.add(operations(found));
    if (found.allTables()) {
      findings.add(
          Finding.problem(
              MEMBERS,
              "it publishes every table of the database or of a schema: DELETE may fail on tables"
                  + " without a primary key",
              "drop it and create it for the two tables: " + create()));
      return findings;
    }
    List<Finding> wrong = new ArrayList<>();
    requireMember(members, OUTBOX, wrong);
    requireMember(members, HEARTBEAT, wrong);
    for (Member member : members) {
      judge(member, wrong);
    }
    if (wrong.isEmpty()) {
      wrong.add(Finding.ok(MEMBERS, "exactly " + OUTBOX + " " + COLUMNS + " and " + HEARTBEAT));
    }
    findings.addAll(wrong);
    return findings;
  }

  private Finding operations(Publication found) {
    if (found.inserts() && !found.more() && found.viaRoot()) {
      return Finding.ok(OPERATIONS, "inserts only, through the root");
    }
    return Finding.problem(
        OPERATIONS,
        found.viaRoot()
            ? "it does not publish inserts alone"
            : "it publishes day partitions instead of their root",
        "as the migrator: "
            + "ALTER PUBLICATION "
            + publication
            + " SET (publish = 'insert', publish_via_partition_root = true)");
  }

  private void requireMember(List<Member> members, String table, List<Finding> wrong) {
    if (members.stream().noneMatch(member -> member.name().equals(table))) {
      wrong.add(
          Finding.problem(
              MEMBERS,
              table + " is not in it: what is inserted there never reaches the relay",
              "as the migrator: ALTER PUBLICATION "
                  + publication
                  + " ADD TABLE "
                  + declaration(table)
                  + "; what was staged meanwhile: runbooks/slot-lost.md"));
    }
  }

  private void judge(Member member, List<Finding> wrong) {
    if (!member.name().equals(OUTBOX) && !member.name().equals(HEARTBEAT)) {
      wrong.add(
          Finding.problem(
              MEMBERS,
              member.name() + " is in it, which the relay does not expect",
              "as the migrator: ALTER PUBLICATION "
                  + publication
                  + " DROP TABLE "
                  + member.name()));
      return;
    }
    if (member.filtered()) {
      wrong.add(
          Finding.problem(
              MEMBERS,
              member.name() + " is published with a row filter: rows are left out",
              "as the migrator: " + resetTo(member.name())));
    }
    Set<String> needed = member.name().equals(OUTBOX) ? COLUMNS : HEARTBEAT_COLUMNS;
    if (member.allColumns() || !member.columns().equals(needed)) {
      wrong.add(
          Finding.problem(
              MEMBERS,
              member.name()
                  + " is published with "
                  + (member.allColumns() ? "every column" : member.columns())
                  + ", not with "
                  + needed,
              "as the migrator: " + resetTo(member.name())));
    }
  }

  private Finding missing() {
    return Finding.problem(
        NAME,
        "publication " + publication + " does not exist: nothing is streamed, and nobody complains",
        "as the migrator: " + create() + "; what was staged meanwhile: runbooks/slot-lost.md");
  }

  private String create() {
    return "CREATE PUBLICATION "
        + publication
        + " FOR TABLE "
        + declaration(OUTBOX)
        + ", "
        + declaration(HEARTBEAT)
        + " WITH (publish = 'insert', publish_via_partition_root = true)";
  }

  private String resetTo(String table) {
    return "ALTER PUBLICATION "
        + publication
        + " DROP TABLE "
        + table
        + "; ALTER PUBLICATION "
        + publication
        + " ADD TABLE "
        + declaration(table)
        + ", in one transaction";
  }

  private static String declaration(String table) {
    return table.equals(OUTBOX)
        ? OUTBOX + " (seq, message_id, envelope, payload)"
        : HEARTBEAT + " (beat, relay)";
  }

  /** The publication's own settings. */
  record Publication(boolean allTables, boolean inserts, boolean more, boolean viaRoot) {}

  /** One published table. */
  record Member(String name, boolean filtered, boolean allColumns, Set<String> columns) {}
}

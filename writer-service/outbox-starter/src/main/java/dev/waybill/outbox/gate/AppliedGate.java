package dev.waybill.outbox.gate;

import dev.waybill.contract.message.MessageType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SqlArrayValue;

/** The gate of the writer's database, asked with the words that staging asks it with. */
public final class AppliedGate implements VersionGate {

  private static final String LOOK =
      """
      SELECT r.revision, t.type, t.version,
             outbox.version_objection(r.readers, t.type, t.version) AS objection
      FROM (SELECT max(revision) AS revision FROM outbox.subscription_revision) AS newest
      LEFT JOIN outbox.subscription_revision AS r ON r.revision = newest.revision
      LEFT JOIN unnest(?, ?) AS t (type, version)
        ON outbox.version_objection(r.readers, t.type, t.version) IS NOT NULL
      """;

  private final JdbcTemplate jdbc;

  public AppliedGate(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  @Override
  public GateView look(Collection<MessageType> types) {
    Map<MessageType, String> heldBack = new HashMap<>();
    List<Long> revision = new ArrayList<>();
    jdbc.query(
        LOOK,
        row -> {
          revision.add(row.getLong("revision"));
          String objection = row.getString("objection");
          if (objection != null) {
            heldBack.put(new MessageType(row.getString("type"), row.getInt("version")), objection);
          }
        },
        new SqlArrayValue("text", types.stream().map(MessageType::name).toArray()),
        new SqlArrayValue("integer", types.stream().map(MessageType::version).toArray()));
    return new GateView(revision.get(0), heldBack);
  }
}

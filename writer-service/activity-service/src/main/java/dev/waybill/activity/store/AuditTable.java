package dev.waybill.activity.store;

import dev.waybill.activity.command.AuditEntry;
import dev.waybill.activity.command.AuditTrail;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.schema.ActivitySchema;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Table {@code activity.audit_entry}, to which the service can only add. Thread-safe. */
@Repository
class AuditTable implements AuditTrail {

  private static final String INSERT =
      """
      INSERT INTO activity.audit_entry (recorded_at, tenant_id, activity_id, activity_version,
        command, actor, actor_roles, correlation_id)
      VALUES (:at, :tenant, :activity, :version, :command, :actor, :roles, :correlation)
      """;

  private final JdbcClient jdbc;

  /**
   * @param schema taken so that the tables are right before anybody writes
   */
  AuditTable(JdbcClient jdbc, ActivitySchema schema) {
    this.jdbc = jdbc;
  }

  @Override
  public void record(AuditEntry entry) {
    Activity activity = entry.activity();
    int rows =
        jdbc.sql(INSERT)
            .param("at", entry.at().atOffset(ZoneOffset.UTC))
            .param("tenant", activity.tenant().value())
            .param("activity", activity.id().value())
            .param("version", activity.version())
            .param("command", entry.command())
            .param("actor", entry.caller().user().value())
            .param("roles", roles(entry))
            .param("correlation", entry.correlationId())
            .update();
    if (rows != 1) {
      throw new IllegalStateException("the audit took " + rows + " rows in place of one");
    }
  }

  private static String[] roles(AuditEntry entry) {
    return entry.caller().roles().stream().sorted().toArray(String[]::new);
  }
}

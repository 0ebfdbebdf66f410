package dev.waybill.workqueue.testbed;

import dev.waybill.testsupport.servers.TestDatabase;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.TableName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkStates;
import dev.waybill.workqueue.shape.WorkTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The caller's side: makes stops and looks at them, as superuser. */
public final class StopTable implements AutoCloseable {

  public static final String DEPOT = "north";
  public static final StateName DELIVERED = new StateName("delivered");
  public static final StateName RETURNED = new StateName("returned");

  /** Keeps the rest of its parcel back. */
  public static final StateName LOST = new StateName("lost");

  private static final TableName NAME = TableName.of("parcels", "stop");
  private static final WorkColumns FREE_COLUMNS = WorkColumns.of("arrival", "depot", "stop_id");
  private static final WorkStates FREE_STATES =
      WorkStates.of("pending", "processing", "delivered", "returned").retryingAs("retry");

  /** The stops of a parcel in order, fair between tenants. */
  public static final WorkTable ORDERED =
      WorkTable.of(
          NAME,
          FREE_COLUMNS.groupedBy("depot", "parcel").fairBetween("tenant_id"),
          FREE_STATES.waitingAs("waiting").heldAs("lost"));

  /** Each stop on its own, whosesoever it is. */
  public static final WorkTable FREE = WorkTable.of(NAME, FREE_COLUMNS, FREE_STATES);

  private static final String WORKER = "waybill_worker";

  private final TestDatabase database;
  private final SingleConnectionDataSource superuser;
  private final JdbcClient owner;

  private StopTable(TestDatabase database) {
    this.database = database;
    this.superuser = OneConnection.of(database.superuser());
    this.owner = JdbcClient.create(superuser);
  }

  /** Makes the table in a new database. */
  public static StopTable in(TestDatabase database) {
    StopTable stops = new StopTable(database);
    database.createRoles("dev/waybill/workqueue/roles.sql", List.of(WORKER));
    stops.owner.sql(resource("/dev/waybill/workqueue/stops.sql")).update();
    return stops;
  }

  /** A process that works off the table, with a connection of its own. */
  public Worker worker(String name, WorkTable table) {
    return new Worker(name, database.as(WORKER), table);
  }

  /** A connection as superuser, to look and to prepare. Thread-safe, one statement at a time. */
  public JdbcClient owner() {
    return owner;
  }

  public void clear() {
    owner.sql("TRUNCATE parcels.stop, parcels.stop_history RESTART IDENTITY").update();
  }

  /** A stop that is due at once. */
  public UUID add(String tenant, String parcel, String state) {
    return add(tenant, parcel, state, Duration.ZERO);
  }

  /** A stop that is due so long from now. */
  public UUID add(String tenant, String parcel, String state, Duration from) {
    UUID id = UUID.randomUUID();
    owner
        .sql(
            """
            INSERT INTO parcels.stop (depot, stop_id, parcel, tenant_id, state, next_attempt_at)
            VALUES (?, ?, ?, ?, ?, clock_timestamp() + make_interval(secs => ?))
            """)
        .params(DEPOT, id, parcel, tenant, state, from.toMillis() / 1000.0)
        .update();
    return id;
  }

  /** Many stops that are due at once, each with a parcel of its own or all with the same. */
  public void addMany(int count, String tenant, String parcel, String state, Duration from) {
    owner
        .sql(
            """
            INSERT INTO parcels.stop (depot, stop_id, parcel, tenant_id, state, next_attempt_at)
            SELECT :depot, gen_random_uuid(), replace(:parcel, '#', number::text), :tenant, :state,
              clock_timestamp() + make_interval(secs => :seconds)
            FROM generate_series(1, :count) AS number
            """)
        .params(
            Map.of(
                "depot", DEPOT,
                "parcel", parcel,
                "tenant", tenant,
                "state", state,
                "seconds", from.toMillis() / 1000.0,
                "count", count))
        .update();
  }

  /** Makes it due. */
  public void makeDue(UUID stop) {
    owner
        .sql("UPDATE parcels.stop SET next_attempt_at = clock_timestamp() WHERE stop_id = ?")
        .param(stop)
        .update();
  }

  /** Lets the time of a lease pass. */
  public void expire(UUID stop) {
    owner
        .sql(
            """
            UPDATE parcels.stop SET lease_expires_at = clock_timestamp() - interval '1 ms'
            WHERE stop_id = ? AND state = 'processing'
            """)
        .param(stop)
        .update();
  }

  /** A replay: opens an ended stop again, with its old arrival number. */
  public void reopen(UUID stop) {
    owner
        .sql(
            """
            UPDATE parcels.stop SET state = 'pending', attempt = 0
            WHERE stop_id = ? AND state IN ('returned', 'lost')
            """)
        .param(stop)
        .update();
  }

  public String state(UUID stop) {
    return column(stop, "state", String.class);
  }

  public <T> T column(UUID stop, String column, Class<T> type) {
    return Objects.requireNonNull(
        owner
            .sql("SELECT " + column + " FROM parcels.stop WHERE stop_id = ?")
            .param(stop)
            .query(type)
            .single());
  }

  /** All columns as text. */
  public String row(UUID stop) {
    return owner
        .sql("SELECT stop::text FROM parcels.stop WHERE stop_id = ?")
        .param(stop)
        .query(String.class)
        .single();
  }

  @Override
  public void close() {
    superuser.destroy();
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(StopTable.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}

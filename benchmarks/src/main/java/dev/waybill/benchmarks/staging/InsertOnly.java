package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A third statement that writes a row of the size of a message into a table without an index, and
 * nothing else.
 */
final class InsertOnly implements Contender {

  static final String NAME = "insert-only";

  private static final String TABLE = "bench.plain";
  private static final String INSERT = "INSERT INTO bench.plain VALUES (?, ?, ?::json)";

  private final JdbcTemplate jdbc;

  InsertOnly(DataSource writer) {
    this.jdbc = new JdbcTemplate(writer);
  }

  @Override
  public String contender() {
    return NAME;
  }

  @Override
  public void tell(BenchMessage message) {
    jdbc.update(INSERT, message.id(), message.envelope().toJson(), message.payload());
  }

  @Override
  public String table() {
    return TABLE;
  }

  @Override
  public boolean settle() {
    return true;
  }

  @Override
  public void close() {}
}

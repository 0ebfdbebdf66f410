package dev.waybill.relay.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

class StoreRefusalTest {

  @ParameterizedTest
  @CsvSource({
    "08006, OUTAGE", // connection failure
    "53300, OUTAGE", // too many connections
    "57P01, OUTAGE", // terminated by an administrator
    "57P03, OUTAGE", // the server starts
    "28P01, CREDENTIALS", // wrong password
    "08004, CREDENTIALS", // the driver has none to send
    "28000, CREDENTIALS", // no line of pg_hba.conf
    "3D000, NO_DATABASE",
    "42501, RIGHTS",
    "42P01, SCHEMA", // no such table
    "42703, SCHEMA", // no such column
    "3F000, SCHEMA",
    "40001, OTHER", // a serialization failure
  })
  void judgesByTheStateAndNotByTheWords(String state, StoreRefusal expected) {
    assertThat(StoreRefusal.of(new SQLException("egal", state))).isEqualTo(expected);
  }

  @Test
  void looksForTheServersOwnWordBehindThePool() {
    SQLException refused = new SQLException("no", "28P01");
    SQLException pool = new SQLTransientConnectionException("timed out", "08001", refused);
    assertThat(StoreRefusal.of(new CannotGetJdbcConnectionException("no connection", pool)))
        .isEqualTo(StoreRefusal.CREDENTIALS);
  }

  @Test
  void takesADatabasesFailureWithoutAStateForAnOutageAndNoOther() {
    assertThat(StoreRefusal.of(new SQLException("broken pipe"))).isEqualTo(StoreRefusal.OUTAGE);
    assertThat(StoreRefusal.of(new IllegalStateException("two rows")))
        .isEqualTo(StoreRefusal.OTHER);
  }

  @Test
  void onlyWhatWaitsForAPersonIsPermanent() {
    assertThat(StoreRefusal.values())
        .filteredOn(StoreRefusal::permanent)
        .containsExactly(
            StoreRefusal.CREDENTIALS,
            StoreRefusal.NO_DATABASE,
            StoreRefusal.RIGHTS,
            StoreRefusal.SCHEMA);
  }
}

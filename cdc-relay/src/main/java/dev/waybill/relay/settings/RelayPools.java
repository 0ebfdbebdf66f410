package dev.waybill.relay.settings;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Opens pools of connections to the writer's database as the relay's role. */
public final class RelayPools {

  private RelayPools() {}

  /** A pool that begins also while the database is away. */
  public static HikariDataSource open(RelayProperties relay, String name, int most, int idle) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(relay.database().url());
    config.setUsername(relay.database().username());
    config.setPassword(relay.database().password());
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(idle);
    config.setConnectionTimeout(5_000);
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("connectTimeout", "5");
    config.addDataSourceProperty("socketTimeout", "15");
    config.addDataSourceProperty("ApplicationName", name);
    // A relay that freezes inside a transaction must not hold the lease's row against a successor,
    // and a successor that waits for it must not leave a server process waiting behind.
    config.addDataSourceProperty(
        "options",
        "-c idle_in_transaction_session_timeout="
            + relay.leaseDuration().toMillis()
            + " -c lock_timeout=5000"
            // Whatever role and database begin with: work is claimed and guarded in no other.
            + " -c default_transaction_isolation=read\\ committed");
    return new HikariDataSource(config);
  }
}

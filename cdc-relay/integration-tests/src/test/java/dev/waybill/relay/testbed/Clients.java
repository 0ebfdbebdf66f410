package dev.waybill.relay.testbed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A test's connections, by role. Tests ask again and again, and logging in costs the server more
 * than any question of theirs. What nobody uses any more closes itself.
 */
final class Clients {

  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final int MOST = 4;
  private static final ScheduledExecutorService UPKEEP =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "test-connections");
            thread.setDaemon(true);
            return thread;
          });

  private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final Function<String, DataSource> source;

  /**
   * @param source a role's connections
   */
  Clients(Function<String, DataSource> source) {
    this.source = source;
  }

  JdbcClient as(String role) {
    return JdbcClient.create(pools.computeIfAbsent(role, this::pool));
  }

  private HikariDataSource pool(String role) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source.apply(role));
    config.setMaximumPoolSize(MOST);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE.toMillis());
    config.setInitializationFailTimeout(-1);
    config.setScheduledExecutor(UPKEEP);
    return new HikariDataSource(config);
  }

  /** Closes what is not in use, for those who need a database to themselves. */
  void close() {
    pools.values().forEach(HikariDataSource::close);
    pools.clear();
  }
}

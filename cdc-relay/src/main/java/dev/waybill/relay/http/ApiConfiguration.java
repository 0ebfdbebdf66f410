package dev.waybill.relay.http;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.relay.order.Audit;
import dev.waybill.relay.settings.RelayPools;
import dev.waybill.relay.settings.RelayProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wires what answers over HTTP, on connections of its own. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ApiProperties.class)
class ApiConfiguration {

  /** Requests wait for each other here, and never take a connection from the lease. */
  @Bean
  ApiDatabase apiDatabase(RelayProperties relay) {
    return new ApiDatabase(RelayPools.open(relay, "waybill-relay-api", 2, 0));
  }

  @Bean
  Desks desks(RelayProperties relay, ApiDatabase database) {
    return Desks.of(database.jdbc(), database.transactions(), relay.name(), relay.slotName());
  }

  @Bean
  Permission permission(RelayProperties relay, ApiDatabase database, ApiProperties api) {
    return new Permission(relay.name(), new Audit(database.jdbc()), api.operatorTenant());
  }

  /** No bean of type DataSource, of which there is one: that of the relay itself. */
  record ApiDatabase(HikariDataSource pool) implements AutoCloseable {

    JdbcClient jdbc() {
      return JdbcClient.create(pool);
    }

    TransactionTemplate transactions() {
      return new TransactionTemplate(new DataSourceTransactionManager(pool));
    }

    @Override
    public void close() {
      pool.close();
    }
  }
}

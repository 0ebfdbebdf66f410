package dev.waybill.activity.schema;

import dev.waybill.outbox.autoconfigure.OutboxProperties;
import dev.waybill.outbox.schema.OutboxSchema;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.StringUtils;

/** Connects as the outbox's migrator, so that one set of settings prepares both schemas. */
@Configuration(proxyBeanMethods = false)
class SchemaConfiguration {

  /**
   * @param outboxSchema taken so that the outbox is first to find the database missing, and to say
   *     what to do
   */
  @Bean(initMethod = "prepare")
  ActivitySchema activitySchema(
      OutboxProperties properties,
      DataSource application,
      JdbcConnectionDetails connection,
      OutboxSchema outboxSchema) {
    return new ActivitySchema(
        properties.schema(),
        owner(properties.migrator(), application, connection),
        properties.roles().writer());
  }

  private static DataSource owner(
      OutboxProperties.Migrator migrator,
      DataSource application,
      JdbcConnectionDetails connection) {
    if (!StringUtils.hasText(migrator.username())) {
      return application;
    }
    DriverManagerDataSource dataSource = new DriverManagerDataSource();
    dataSource.setUrl(
        StringUtils.hasText(migrator.url()) ? migrator.url() : connection.getJdbcUrl());
    dataSource.setUsername(migrator.username());
    dataSource.setPassword(migrator.password());
    return dataSource;
  }
}

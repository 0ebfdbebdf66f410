package dev.waybill.activity.schema;

import dev.waybill.outbox.autoconfigure.OutboxProperties;
import dev.waybill.outbox.schema.MigratorDataSource;
import dev.waybill.outbox.schema.OutboxSchema;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects as the outbox's migrator, so that one set of settings prepares both schemas. */
@Configuration(proxyBeanMethods = false)
class SchemaConfiguration {

  /**
   * @param outboxSchema taken so that the outbox is first to find the database missing, and to say
   *     what to do
   */
  @Bean(initMethod = "prepare")
  ActivitySchema activitySchema(
      OutboxProperties properties, DataSource application, OutboxSchema outboxSchema) {
    OutboxProperties.Migrator migrator = properties.migrator();
    return new ActivitySchema(
        properties.schema(),
        MigratorDataSource.of(
            migrator.url(), migrator.username(), migrator.password(), application),
        properties.roles().writer());
  }
}

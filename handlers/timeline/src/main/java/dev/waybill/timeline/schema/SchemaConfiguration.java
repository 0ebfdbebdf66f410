package dev.waybill.timeline.schema;

import dev.waybill.handler.autoconfigure.HandlerProperties;
import dev.waybill.handler.schema.MigratorDataSource;
import dev.waybill.handler.schema.SchemaMigrations;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects as the inbox's migrator, so that one set of settings prepares both schemas. */
@Configuration(proxyBeanMethods = false)
class SchemaConfiguration {

  private static final SchemaMigrations.Place TIMELINE =
      new SchemaMigrations.Place("timeline", "schema_history", "dev/waybill/timeline/migration");

  @Bean(initMethod = "prepare")
  SchemaMigrations timelineSchema(HandlerProperties properties, DataSource application) {
    HandlerProperties.Migrator migrator = properties.migrator();
    return new SchemaMigrations(
        properties.schema(),
        MigratorDataSource.of(
            migrator.url(), migrator.username(), migrator.password(), application),
        TIMELINE,
        properties.role());
  }
}

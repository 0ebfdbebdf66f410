package dev.waybill.dashboard.counts;

import dev.waybill.handler.schema.SchemaMigrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where {@link CountsTable}'s table comes from. */
@Configuration(proxyBeanMethods = false)
class CountsSchema {

  @Bean
  SchemaMigrations.Place dashboardSchema() {
    return new SchemaMigrations.Place(
        "dashboard", "schema_history", "dev/waybill/dashboard/migration");
  }
}

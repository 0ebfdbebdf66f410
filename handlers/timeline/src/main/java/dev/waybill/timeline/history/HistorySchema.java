package dev.waybill.timeline.history;

import dev.waybill.handler.schema.SchemaMigrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the tables of {@link HistoryTable} come from. */
@Configuration(proxyBeanMethods = false)
class HistorySchema {

  @Bean
  SchemaMigrations.Place timelineSchema() {
    return new SchemaMigrations.Place(
        "timeline", "schema_history", "dev/waybill/timeline/migration");
  }
}

package dev.waybill.relay;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The relay's own wiring without the web server and what belongs to it, which would take most of
 * the time that a test's relay needs to start.
 */
@Configuration(proxyBeanMethods = false)
@Import({RelayConfiguration.class, SignalsConfiguration.class})
@ImportAutoConfiguration({
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  DataSourceTransactionManagerAutoConfiguration.class,
  MetricsAutoConfiguration.class,
  CompositeMeterRegistryAutoConfiguration.class,
  SimpleMetricsExportAutoConfiguration.class
})
public class RelayWithoutServer {}

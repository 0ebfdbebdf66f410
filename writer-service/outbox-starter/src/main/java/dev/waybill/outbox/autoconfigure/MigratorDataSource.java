package dev.waybill.outbox.autoconfigure;

import java.sql.DatabaseMetaData;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.util.StringUtils;

/** Finds the connections of the role that owns the tables. */
final class MigratorDataSource {

  private MigratorDataSource() {}

  /** Unpooled, used at start only; the application's own when no migrator is set. */
  static DataSource of(OutboxProperties.Migrator migrator, DataSource application) {
    if (!StringUtils.hasText(migrator.username())) {
      return application;
    }
    DriverManagerDataSource dataSource = new DriverManagerDataSource();
    dataSource.setUrl(StringUtils.hasText(migrator.url()) ? migrator.url() : url(application));
    dataSource.setUsername(migrator.username());
    dataSource.setPassword(migrator.password());
    return dataSource;
  }

  private static String url(DataSource application) {
    try {
      return JdbcUtils.extractDatabaseMetaData(application, DatabaseMetaData::getURL);
    } catch (MetaDataAccessException e) {
      throw new IllegalStateException(
          "cannot ask spring.datasource for its URL: start PostgreSQL, or set"
              + " waybill.outbox.migrator.url",
          e);
    }
  }
}

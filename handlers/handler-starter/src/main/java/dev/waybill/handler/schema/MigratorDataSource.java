package dev.waybill.handler.schema;

import java.sql.DatabaseMetaData;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.util.StringUtils;

/** Finds the connections of the role that owns the tables. */
public final class MigratorDataSource {

  private MigratorDataSource() {}

  /**
   * Unpooled connections, used at start only; the application's own when no user name is set.
   *
   * @param url by default that of the application's connections
   * @throws dev.waybill.handler.startup.StartRefusedException when the application's database must
   *     be asked and does not answer
   */
  public static DataSource of(
      @Nullable String url,
      @Nullable String username,
      @Nullable String password,
      DataSource application) {
    if (!StringUtils.hasText(username)) {
      return application;
    }
    DriverManagerDataSource dataSource = new DriverManagerDataSource();
    dataSource.setUrl(StringUtils.hasText(url) ? url : url(application));
    dataSource.setUsername(username);
    dataSource.setPassword(password);
    return dataSource;
  }

  private static String url(DataSource application) {
    try {
      return JdbcUtils.extractDatabaseMetaData(application, DatabaseMetaData::getURL);
    } catch (MetaDataAccessException e) {
      throw SchemaFailures.explain("ask the database for its address", e);
    }
  }
}

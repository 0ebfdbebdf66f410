package dev.waybill.handler.settings;

import org.jspecify.annotations.Nullable;

/**
 * Connection of the role that owns the inbox's tables; needed to migrate.
 *
 * @param url JDBC URL; by default that of the application's data source.
 * @param username Role that owns the tables, such as waybill_migrator; without one, the
 *     application's data source is used.
 * @param password Password of that role.
 */
public record MigratorProperties(
    @Nullable String url, @Nullable String username, @Nullable String password) {

  @Override
  public String toString() {
    return "Migrator[url=" + url + ", username=" + username + "]";
  }
}

package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.startup.StartRefusedException;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/** The one data source that holds the inbox and the effects. */
record HandlerDataSource(DataSource value) {

  /**
   * The application's only or primary data source.
   *
   * @throws StartRefusedException when there is none, or more than one and none is primary:
   *     handlers that silently never ran would be worse than an application that does not start
   */
  static HandlerDataSource of(ObjectProvider<DataSource> candidates) {
    DataSource only = candidates.getIfUnique();
    if (only != null) {
      return new HandlerDataSource(only);
    }
    long count = candidates.stream().count();
    if (count == 0) {
      throw new StartRefusedException(
          "The application has no data source, and handlers need the one of their effects",
          "Set spring.datasource.url, or remove waybill-handler-starter.");
    }
    throw new StartRefusedException(
        "The application has " + count + " data sources, and none of them is primary",
        "Mark the one that holds the handlers' effects with @Primary, and its transaction manager"
            + " too.");
  }
}

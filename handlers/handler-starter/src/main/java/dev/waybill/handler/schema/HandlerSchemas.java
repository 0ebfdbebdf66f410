package dev.waybill.handler.schema;

import java.util.List;

/**
 * Prepares the inbox and then the schemas that the application's handlers write to, so that nothing
 * is handled before all of them are right.
 */
public final class HandlerSchemas {

  private final List<SchemaMigrations> schemas;

  /**
   * @param schemas in the order in which they are prepared
   */
  public HandlerSchemas(List<SchemaMigrations> schemas) {
    this.schemas = List.copyOf(schemas);
  }

  /**
   * Prepares one after the other.
   *
   * @throws dev.waybill.handler.startup.StartRefusedException with the remedy, at the first that
   *     cannot be
   */
  public void prepare() {
    schemas.forEach(SchemaMigrations::prepare);
  }
}

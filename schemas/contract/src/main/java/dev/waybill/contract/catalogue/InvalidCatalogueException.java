package dev.waybill.contract.catalogue;

/** An event record, schema or example cannot be read; the message names the file. */
public final class InvalidCatalogueException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidCatalogueException(String message) {
    super(message);
  }

  InvalidCatalogueException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.waybill.handler.endpoint;

/** The caller is not of the tenant that operates the handlers. */
final class OtherTenantException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}

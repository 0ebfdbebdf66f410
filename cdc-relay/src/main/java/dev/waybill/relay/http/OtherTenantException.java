package dev.waybill.relay.http;

/** The caller is not of the tenant that operates the relay. */
final class OtherTenantException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}

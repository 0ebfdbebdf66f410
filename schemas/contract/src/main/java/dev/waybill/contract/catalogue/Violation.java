package dev.waybill.contract.catalogue;

/**
 * One way in which a payload breaks its schema.
 *
 * @param field where, as a JSON Pointer (RFC 6901); empty for the whole payload
 * @param message what is wrong, without the offending value, since that may be personal
 */
public record Violation(String field, String message) {}

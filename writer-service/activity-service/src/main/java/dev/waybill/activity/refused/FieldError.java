package dev.waybill.activity.refused;

/**
 * What is wrong with one field.
 *
 * @param field its name in the request
 * @param message what it must be; never repeats the value
 */
public record FieldError(String field, String message) {}

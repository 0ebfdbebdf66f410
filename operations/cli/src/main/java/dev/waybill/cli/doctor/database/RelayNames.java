package dev.waybill.cli.doctor.database;

/**
 * The names under which a relay works.
 *
 * @param role the role as which it connects
 */
public record RelayNames(String relay, String role, String slot, String publication) {}

package dev.waybill.relay.process;

/**
 * Which process of a relay this is, in its lease and its tables.
 *
 * @param value unique to one start of a process
 */
public record ProcessName(String value) {}

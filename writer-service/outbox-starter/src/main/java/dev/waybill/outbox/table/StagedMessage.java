package dev.waybill.outbox.table;

/**
 * One message as it is handed to the database.
 *
 * @param envelope the text form without the recorded time, which the database adds
 * @param payload JSON text
 * @param eventRecord the record that the type's contract cites
 * @param aggregateType the one column that is no header
 */
public record StagedMessage(
    String envelope, String payload, String eventRecord, String aggregateType) {}

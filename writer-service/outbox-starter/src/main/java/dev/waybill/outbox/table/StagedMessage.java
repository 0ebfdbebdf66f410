package dev.waybill.outbox.table;

import dev.waybill.contract.wire.Envelope;

/**
 * One message as it is handed to the database.
 *
 * @param envelope the headers without the recorded time, which the database adds; the columns are
 *     read from it, so that they say what is sent
 * @param payload JSON text
 * @param eventRecord the record that the type's contract cites
 * @param aggregateType the one column that is no header
 */
public record StagedMessage(
    Envelope envelope, String payload, String eventRecord, String aggregateType) {}

-- Reason: what the relay streams. Four columns, since decoding costs by column and all that travels is in the envelope.
--   Inserts only, since rows are written once. Through the root, so that the relay sees one table and not its days.
--   Never FOR ALL TABLES: that would make DELETE fail on every table without a primary key.
-- Lock: SHARE UPDATE EXCLUSIVE on outbox.message, for an instant.
-- Way back: DROP PUBLICATION waybill_outbox; rows staged from then on reach the relay only as missed rows.

CREATE PUBLICATION waybill_outbox
  FOR TABLE outbox.message (seq, message_id, envelope, payload)
  WITH (publish = 'insert', publish_via_partition_root = true);

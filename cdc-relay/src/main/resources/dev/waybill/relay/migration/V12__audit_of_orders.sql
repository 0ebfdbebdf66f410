-- Reason: the audit tells which order a row is about and what was selected: for a replay each message with the failure
--   that it answers.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_action, for an instant.
-- Way back: ALTER TABLE outbox.relay_action DROP COLUMN order_id, DROP COLUMN selection; this loses evidence.

ALTER TABLE outbox.relay_action
  ADD COLUMN order_id  bigint,
  ADD COLUMN selection jsonb;

COMMENT ON COLUMN outbox.relay_action.selection IS
  'What the action was about, without payloads.';

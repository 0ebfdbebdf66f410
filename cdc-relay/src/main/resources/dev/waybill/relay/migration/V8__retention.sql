-- Reason: neither the outbox nor the ledger may grow without end. Days of the outbox are dropped whole, once nothing in
--   them is needed any more; what is parked keeps a copy. Rows of the ledger that are older than an hour are joined,
--   which forgets in which batch a number was and never that it was.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_installation and outbox.parked_delivery, for an instant.
-- Way back: ALTER TABLE outbox.relay_installation DROP COLUMN merged_through; ALTER TABLE outbox.parked_delivery DROP
--   COLUMN envelope, DROP COLUMN payload, DROP COLUMN staged_at, while no day was dropped with a parked message in it.

ALTER TABLE outbox.relay_installation
  ADD COLUMN merged_through bigint NOT NULL DEFAULT 0;

COMMENT ON COLUMN outbox.relay_installation.merged_through IS
  'Rows of outbox.dispatch_batch up to this batch were joined.';

ALTER TABLE outbox.parked_delivery
  ADD COLUMN envelope  text,
  ADD COLUMN payload   json,
  ADD COLUMN staged_at timestamptz;

COMMENT ON COLUMN outbox.parked_delivery.payload IS
  'Copied from outbox.message before its day is dropped; NULL while the row is there.';

GRANT DELETE ON outbox.dispatch_batch TO "${relay}";

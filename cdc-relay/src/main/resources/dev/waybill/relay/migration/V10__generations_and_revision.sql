-- Reason: a transactional id whose last transaction cannot end, since one topic takes no end marker, is left behind for
--   the next generation of it, and each id that was left must still be fenced once it answers, also after a restart.
--   And a subscription revision that narrows is routed by only when nothing older than it is on its way, so which one
--   is in force must outlive the process.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_lease, for an instant; no rewrite.
-- Way back: ALTER TABLE outbox.relay_lease DROP COLUMN oldest_generation, DROP COLUMN revision; with every relay
--   stopped, and only while generation is 0.

ALTER TABLE outbox.relay_lease
  ADD COLUMN oldest_generation integer NOT NULL DEFAULT 0,
  ADD COLUMN revision          bigint  NOT NULL DEFAULT 0,
  ADD CONSTRAINT relay_lease_generations_are_in_order CHECK (oldest_generation BETWEEN 0 AND generation);

COMMENT ON COLUMN outbox.relay_lease.generation IS
  'Which transactional id is in use: the relay''s own at 0, with the number behind it otherwise.';
COMMENT ON COLUMN outbox.relay_lease.oldest_generation IS
  'Ids from this generation up to the one in use were left and have not answered yet.';
COMMENT ON COLUMN outbox.relay_lease.revision IS
  'The subscription revision by which the stream is routed; 0 before the first.';

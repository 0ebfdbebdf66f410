-- Reason: a transactional id whose last transaction cannot end, since one topic takes no end marker, is left behind for
--   the next generation of it, and each id that was left must still be fenced once it answers, also after a restart.
--   And what a subscription revision takes away is taken only when nothing older than it is on its way, so by which
--   revisions the stream is routed must outlive the process, and each batch must say it.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_lease and outbox.dispatch_batch, for an instant; no rewrite.
-- Way back: ALTER TABLE outbox.relay_lease DROP COLUMN oldest_generation, DROP COLUMN revision, DROP COLUMN
--   former_revisions; ALTER TABLE outbox.dispatch_batch DROP COLUMN former_revisions; with every relay stopped, and only
--   while generation is 0.

ALTER TABLE outbox.relay_lease
  ADD COLUMN oldest_generation integer  NOT NULL DEFAULT 0,
  ADD COLUMN revision          bigint   NOT NULL DEFAULT 0,
  ADD COLUMN former_revisions  bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT relay_lease_generations_are_in_order CHECK (oldest_generation BETWEEN 0 AND generation);

COMMENT ON COLUMN outbox.relay_lease.generation IS
  'Which transactional id is in use: the relay''s own at 0, with the number behind it otherwise.';
COMMENT ON COLUMN outbox.relay_lease.oldest_generation IS
  'Ids from this generation up to the one in use were left and have not answered yet.';
COMMENT ON COLUMN outbox.relay_lease.revision IS
  'The subscription revision by which the stream is routed; 0 before the first.';
COMMENT ON COLUMN outbox.relay_lease.former_revisions IS
  'Older revisions that gave some handler more, and count until nothing that is older than the newest is on its way.';

ALTER TABLE outbox.dispatch_batch ADD COLUMN former_revisions bigint[] NOT NULL DEFAULT '{}';

-- Reason: a number says which message it is only while the sequence goes on. Where it began again (outbox.message_seq made
--   anew, restarted or set back), a new message has the number of one that was published, would be taken for its repeat,
--   and be lost without a word. So a batch also says when the first and the last of its messages were staged: a repeat lies
--   between the two, a new message does not. That the sequence went back is seen at once by the greatest number; and that
--   the outbox was made anew, by its identity, after which every row is looked at once more.
-- Lock: ACCESS EXCLUSIVE on outbox.dispatch_batch and outbox.relay_installation for an instant, then SHARE on the former
--   while the index is made, which a streaming relay waits for; the table is small, since its rows are joined.
-- Way back: DROP INDEX outbox.dispatch_batch_last_seq_idx; ALTER TABLE outbox.dispatch_batch DROP COLUMN staged_from,
--   DROP COLUMN staged_through; ALTER TABLE outbox.relay_installation DROP COLUMN outbox; with every relay stopped.

ALTER TABLE outbox.dispatch_batch
  ADD COLUMN staged_from    timestamptz,
  ADD COLUMN staged_through timestamptz,
  ADD CONSTRAINT dispatch_batch_is_staged_in_order
    CHECK ((staged_from IS NULL) = (staged_through IS NULL) AND staged_from <= staged_through);

COMMENT ON COLUMN outbox.dispatch_batch.staged_from IS
  'When the first of its messages was staged; NULL when that is not known of each, and then its numbers alone count.';
COMMENT ON COLUMN outbox.dispatch_batch.staged_through IS
  'When the last of its messages was staged.';

ALTER TABLE outbox.relay_installation ADD COLUMN outbox text;

COMMENT ON COLUMN outbox.relay_installation.outbox IS
  'Which table and sequence the relay last proved to be complete, by their oids and the sequence''s file.';

-- Serves the relay, which compares the sequence with the greatest number that was published, with every heartbeat.
CREATE INDEX dispatch_batch_last_seq_idx ON outbox.dispatch_batch (relay, upper(seqs)) WHERE scope = 'all';

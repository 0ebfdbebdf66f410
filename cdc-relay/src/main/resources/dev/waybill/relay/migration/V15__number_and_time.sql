-- Reason: a number says which message it is only while the sequence goes on. Where it began again (outbox.message_seq made
--   anew, restarted or set back), a new message has the number of one that was published, would be taken for its repeat,
--   and be lost without a word. So a batch also says when the first and the last of its messages were staged: a repeat lies
--   between the two, a new message does not. That the sequence went back is seen at once by the greatest number; and that
--   the outbox was made anew, by its identity, after which every row is looked at once more.
-- Lock: ACCESS EXCLUSIVE on outbox.dispatch_batch and outbox.relay_installation until the index is made, a quarter of a
--   second for 300 000 rows; a streaming relay waits. While this waits for readers, ten seconds at most, the relay waits
--   behind it; then it fails, changes nothing and can be run again.
-- Way back: DROP INDEX outbox.dispatch_batch_last_seq_idx; ALTER TABLE outbox.dispatch_batch DROP COLUMN staged_from,
--   DROP COLUMN staged_through; ALTER TABLE outbox.relay_installation DROP COLUMN outbox; DROP TRIGGER
--   dispatch_batch_keeps_its_span ON outbox.dispatch_batch; DROP FUNCTION outbox.forget_span(); with every relay stopped.

SET LOCAL lock_timeout = '10s';

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

-- A relay of before joins rows without knowing of the times: the row that stays would say those of its own messages alone,
-- and the others would be taken for new ones. Then it says none, and its numbers decide.
CREATE FUNCTION outbox.forget_span() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.staged_from := NULL;
  NEW.staged_through := NULL;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION outbox.forget_span() IS
  'Of a batch that was joined with others by a relay that does not know when messages were staged.';

CREATE TRIGGER dispatch_batch_keeps_its_span
  BEFORE UPDATE ON outbox.dispatch_batch
  FOR EACH ROW
  WHEN (NEW.seqs <> OLD.seqs
        AND (NEW.staged_from, NEW.staged_through) IS NOT DISTINCT FROM (OLD.staged_from, OLD.staged_through))
  EXECUTE FUNCTION outbox.forget_span();

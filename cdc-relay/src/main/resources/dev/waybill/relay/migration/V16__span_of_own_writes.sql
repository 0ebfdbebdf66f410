-- Reason: the trigger of V15 was to forget a span only where a relay of before joins rows. It took two writes of relays that
--   know of spans for that: a message that is added to its batch after a repair, whose count stays; and a join whose span is
--   that of the row that stays, as for the batches of one call that staged much. Without the span a new message under a number
--   that was given before is taken for a repeat.
-- Lock: SHARE ROW EXCLUSIVE on outbox.dispatch_batch for an instant; a relay that streams waits. While this waits for it, ten
--   seconds at most; then it fails, changes nothing and can be run again.
-- Way back: the trigger of V15.

SET LOCAL lock_timeout = '10s';

CREATE OR REPLACE TRIGGER dispatch_batch_keeps_its_span
  BEFORE UPDATE ON outbox.dispatch_batch
  FOR EACH ROW
  WHEN (NEW.message_count <> OLD.message_count
        AND (NEW.staged_from, NEW.staged_through) IS NOT DISTINCT FROM (OLD.staged_from, OLD.staged_through)
        -- Set by a relay that joins spans as well.
        AND current_setting('waybill.joins', true) IS DISTINCT FROM 'spans')
  EXECUTE FUNCTION outbox.forget_span();

-- Reason: whether a handler is behind was found by reading every batch that left anybody out since it last was. A flag
--   says it at once, and good_through begins anew whenever a handler falls behind again.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_lane, for an instant.
-- Way back: ALTER TABLE outbox.relay_lane DROP COLUMN behind; with every relay stopped.

ALTER TABLE outbox.relay_lane
  ADD COLUMN behind boolean NOT NULL DEFAULT false;

UPDATE outbox.relay_lane l
SET behind = EXISTS (
  SELECT FROM outbox.dispatch_batch b
  WHERE b.relay = l.relay AND b.left_out <> '{}' AND b.batch > l.good_through AND l.handler = ANY (b.left_out));

COMMENT ON COLUMN outbox.relay_lane.behind IS
  'A batch left the handler out that is not made good yet; written with that batch, and when the handler rejoins.';

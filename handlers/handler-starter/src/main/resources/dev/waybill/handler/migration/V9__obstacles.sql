-- Reason: what is in a delivery's way (a lock of another transaction, a lack of resources) uses none of its attempts, but not
--   for ever: this is since when, by the clock of all instances and over restarts. Null while nothing is.
-- Lock: ACCESS EXCLUSIVE on inbox.delivery for an instant; handlers wait and count no attempt.
-- Way back: ALTER TABLE inbox.delivery DROP COLUMN in_the_way_since.

ALTER TABLE inbox.delivery ADD COLUMN in_the_way_since timestamptz;

COMMENT ON COLUMN inbox.delivery.in_the_way_since IS
  'Of an unfinished delivery: since when something else has kept it from being run, without another failure in between.';

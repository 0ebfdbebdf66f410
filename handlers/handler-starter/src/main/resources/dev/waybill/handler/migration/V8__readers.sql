-- Reason: a version may be promised to writers only when every instance reads it, so each tells what its code reads, and any
--   instance answers for all. Null for an instance of before, which does not say.
-- Lock: ACCESS EXCLUSIVE on inbox.health for an instant; heartbeats wait.
-- Way back: ALTER TABLE inbox.health DROP COLUMN reads.

ALTER TABLE inbox.health ADD COLUMN reads text[];

COMMENT ON COLUMN inbox.health.reads IS
  'Each type and version that the code of this instance reads, as "activity.created v1".';

-- Reason: the whole lifecycle of an activity: started, cancelled and deleted beside open and completed; who changed it
--   last; who may learn of it. Whatever was there was changed last by whoever completed or created it, and is public.
--   A deleted activity stays as a row without content: its id is not used again, its version goes on, and the service
--   needs no right to remove rows.
-- Lock: ACCESS EXCLUSIVE on activity.activity for as long as its rows are written once, some seconds for a million.
-- Way back: only while no activity is started, cancelled or deleted: drop the new columns and constraints, and make
--   activity_status_is_known and activity_completion_is_whole as V1 has them.

ALTER TABLE activity.activity
  ADD COLUMN visibility    text NOT NULL DEFAULT 'public',
  ADD COLUMN changed_by    text,
  ADD COLUMN started_at    timestamptz,
  ADD COLUMN started_by    text,
  ADD COLUMN cancelled_at  timestamptz,
  ADD COLUMN cancelled_by  text,
  ADD COLUMN cancel_reason text,
  ADD COLUMN deleted_at    timestamptz,
  ADD COLUMN deleted_by    text;

UPDATE activity.activity SET changed_by = coalesce(completed_by, created_by);

ALTER TABLE activity.activity
  ALTER COLUMN changed_by SET NOT NULL,
  ALTER COLUMN visibility DROP DEFAULT,
  DROP CONSTRAINT activity_status_is_known,
  DROP CONSTRAINT activity_completion_is_whole,
  ADD CONSTRAINT activity_visibility_is_known CHECK (
    visibility IN ('public', 'internal', 'price-sensitive', 'personal')),
  ADD CONSTRAINT activity_status_is_known CHECK (
    status IN ('open', 'started', 'completed', 'cancelled', 'deleted')),
  ADD CONSTRAINT activity_stamps_are_whole CHECK (
    (started_at IS NULL) = (started_by IS NULL)
    AND (completed_at IS NULL) = (completed_by IS NULL)
    AND (cancelled_at IS NULL) = (cancelled_by IS NULL)
    AND (deleted_at IS NULL) = (deleted_by IS NULL)),
  ADD CONSTRAINT activity_start_is_whole CHECK (
    CASE status
      WHEN 'open' THEN started_at IS NULL
      WHEN 'started' THEN started_at IS NOT NULL
      WHEN 'deleted' THEN started_at IS NULL
      ELSE true
    END),
  ADD CONSTRAINT activity_completion_is_whole CHECK (
    (status = 'completed') = (completed_at IS NOT NULL) AND (outcome IS NULL OR status = 'completed')),
  ADD CONSTRAINT activity_cancellation_is_whole CHECK (
    (status = 'cancelled') = (cancelled_at IS NOT NULL) AND (cancel_reason IS NULL OR status = 'cancelled')),
  ADD CONSTRAINT activity_deletion_is_whole CHECK (
    (status = 'deleted') = (deleted_at IS NOT NULL)
    AND (status <> 'deleted' OR (title = '' AND assignee IS NULL AND due_at IS NULL)));

GRANT UPDATE (type, changed_by, started_at, started_by, cancelled_at, cancelled_by, cancel_reason, deleted_at, deleted_by)
  ON activity.activity TO "${writer}";

COMMENT ON COLUMN activity.activity.visibility IS
  'Which clearance a handler needs to learn of it; never changes.';

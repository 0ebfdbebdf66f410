-- Reason: every kind of change, and the status that it leads to. Of a deleted activity stays a row that says so, without
--   content, so that a change of before that comes late is not taken in; its changes are removed, for which the service
--   needs the right.
-- Lock: ACCESS EXCLUSIVE on both tables while their rows are read once.
-- Way back: none is needed, but a service of before shows what is left of deleted activities; first apply subscriptions
--   that send it created and completed alone.

ALTER TABLE timeline.change
  DROP CONSTRAINT change_kind_is_known,
  ADD CONSTRAINT change_kind_is_known CHECK (kind IN (
    'created', 'updated', 'assigned', 'reassigned', 'started', 'rescheduled', 'completed', 'cancelled'));

ALTER TABLE timeline.activity
  DROP CONSTRAINT activity_status_is_known,
  ADD CONSTRAINT activity_status_is_known CHECK (
    status IN ('open', 'started', 'completed', 'cancelled', 'deleted')),
  ADD CONSTRAINT activity_deletion_is_whole CHECK (
    status <> 'deleted' OR (type = '' AND title = '' AND assignee IS NULL AND due_at IS NULL));

GRANT DELETE ON timeline.change TO "${handler}";

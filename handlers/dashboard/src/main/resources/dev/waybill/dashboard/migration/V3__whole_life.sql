-- Reason: an activity is started, cancelled and deleted as well. Of a deleted one stays a row that says so, without
--   content, so that an event of before that comes late does not bring it back; it is counted nowhere.
-- Lock: ACCESS EXCLUSIVE on dashboard.activity while its rows are read once.
-- Way back: none is needed. A service of before works with the table and passes over the statuses that it does not know;
--   first apply subscriptions that send it open and completed ones alone.

ALTER TABLE dashboard.activity
  DROP CONSTRAINT activity_status_is_known,
  ADD CONSTRAINT activity_status_is_known CHECK (
    status IN ('open', 'started', 'completed', 'cancelled', 'deleted')),
  ADD CONSTRAINT activity_deletion_is_whole CHECK (status <> 'deleted' OR assignee IS NULL);

COMMENT ON TABLE dashboard.activity IS
  'How each activity stands and whose it is by what is known of it, of all tenants; every statement names the tenant.';

-- Reason: the least that the service needs. It can add to the audit, and neither read nor change it; it can change of an
--   activity only what a command changes.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT USAGE ON SCHEMA activity TO "${writer}";
GRANT SELECT, INSERT ON activity.activity TO "${writer}";
GRANT UPDATE (version, title, assignee, due_at, status, completed_at, completed_by, outcome, changed_at)
  ON activity.activity TO "${writer}";
GRANT INSERT ON activity.audit_entry TO "${writer}";
-- So that `schema: validate` needs no owner.
GRANT SELECT ON activity.schema_history TO "${writer}";

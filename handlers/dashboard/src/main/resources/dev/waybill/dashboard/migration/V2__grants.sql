-- Reason: the least that the service needs.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT USAGE ON SCHEMA dashboard TO "${handler}";
GRANT SELECT, INSERT, UPDATE ON dashboard.activity TO "${handler}";
-- So that `schema: validate` needs no owner.
GRANT SELECT ON dashboard.schema_history TO "${handler}";

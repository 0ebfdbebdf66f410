-- Reason: the least that the service needs.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT USAGE ON SCHEMA timeline TO "${handler}";
GRANT SELECT, INSERT ON timeline.change TO "${handler}";
GRANT UPDATE (applied) ON timeline.change TO "${handler}";
GRANT SELECT, INSERT, UPDATE ON timeline.activity TO "${handler}";
-- So that `schema: validate` needs no owner.
GRANT SELECT ON timeline.schema_history TO "${handler}";

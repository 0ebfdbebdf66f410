-- Reason: the least that the handler's service needs. It adds deliveries and cannot remove them.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT USAGE ON SCHEMA inbox TO "${handler}";

GRANT SELECT, INSERT ON inbox.delivery TO "${handler}";
GRANT USAGE ON SEQUENCE inbox.arrival TO "${handler}";
GRANT SELECT, INSERT, UPDATE ON inbox.position TO "${handler}";
-- So that `schema: validate` needs no owner.
GRANT SELECT ON inbox.starter_schema_history TO "${handler}";

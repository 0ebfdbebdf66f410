-- Reason: the least that the relay's role needs.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT SELECT, INSERT, UPDATE ON outbox.relay_lease, outbox.relay_installation TO "${relay}";
GRANT SELECT, INSERT, UPDATE ON outbox.dispatch_batch TO "${relay}";
GRANT SELECT, INSERT, DELETE ON outbox.undecided_message, outbox.relay_heartbeat TO "${relay}";
GRANT SELECT ON outbox.relay_schema_history TO "${relay}";

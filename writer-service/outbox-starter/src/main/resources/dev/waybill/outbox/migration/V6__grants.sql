-- Reason: the least that each role needs. The writer adds messages and cannot read, change or remove them; the relay
--   reads them. Both may see which migrations ran, so that `schema: validate` needs no owner.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT USAGE ON SCHEMA outbox TO "${writer}", "${relay}";

GRANT INSERT ON outbox.message TO "${writer}";
GRANT USAGE ON SEQUENCE outbox.message_seq TO "${writer}";
REVOKE EXECUTE ON FUNCTION outbox.stage_messages(text[], text[], text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.stage_messages(text[], text[], text[], text[]) TO "${writer}";

GRANT SELECT ON outbox.message TO "${relay}";
REVOKE EXECUTE ON FUNCTION outbox.ensure_message_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.ensure_message_partitions(integer) TO "${relay}";

GRANT SELECT ON outbox.subscription_revision TO "${writer}", "${relay}";
GRANT SELECT ON outbox.starter_schema_history TO "${writer}", "${relay}";

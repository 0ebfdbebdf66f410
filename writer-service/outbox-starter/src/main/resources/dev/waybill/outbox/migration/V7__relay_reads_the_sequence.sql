-- Reason: the relay must notice when numbers start again, in a re-created or restored table: new rows would carry
--   numbers that were published before and be taken for repeats.
-- Lock: none that another session would notice.
-- Way back: REVOKE the same.

GRANT SELECT ON SEQUENCE outbox.message_seq TO "${relay}";

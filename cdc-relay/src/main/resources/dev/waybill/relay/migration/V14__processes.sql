-- Reason: a standby that died was seen by nobody until it was needed; each process of a relay has a row, beaten while it
--   lives and reaches the database.
-- Lock: none, the table is new.
-- Way back: DROP TABLE outbox.relay_process.

CREATE TABLE outbox.relay_process (
  relay      text        NOT NULL,
  process    text        NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beaten_at  timestamptz NOT NULL,
  status     text        NOT NULL,
  CONSTRAINT relay_process_pkey PRIMARY KEY (relay, process)
);

COMMENT ON TABLE outbox.relay_process IS
  'The processes of a relay, the one that streams and those that stand by; a day after its last beat a row goes.';
COMMENT ON COLUMN outbox.relay_process.process IS
  'As in outbox.relay_lease.lease_owner: unique to one start of a process.';

GRANT SELECT, INSERT, UPDATE, DELETE ON outbox.relay_process TO "${relay}";

-- Reason: the relay goes back to the table by itself when its slot is lost. It must know that this is the server where
--   it was installed and not a copy of it, up to which number it has proved that no row is missing, and on whose word
--   it did what it does not do by itself.
-- Lock: ACCESS EXCLUSIVE on outbox.relay_installation, for an instant.
-- Way back: ALTER TABLE outbox.relay_installation DROP COLUMN address, DROP COLUMN timeline, DROP COLUMN verified_seq;
--   DROP TABLE outbox.relay_action;

ALTER TABLE outbox.relay_installation
  ADD COLUMN address      text,
  ADD COLUMN timeline     bigint,
  ADD COLUMN verified_seq bigint NOT NULL DEFAULT 0;

COMMENT ON COLUMN outbox.relay_installation.address IS
  'Host, port and database by which the relay reached the server when its slot was last there.';
COMMENT ON COLUMN outbox.relay_installation.timeline IS
  'The server''s timeline when the slot was last there; a promoted standby and a restored backup have another.';
COMMENT ON COLUMN outbox.relay_installation.verified_seq IS
  'No row of outbox.message up to this number is missing from the ledger.';

CREATE TABLE outbox.relay_action (
  action_id bigint      GENERATED ALWAYS AS IDENTITY,
  relay     text        NOT NULL,
  taken_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor     text        NOT NULL,
  roles     text        NOT NULL,
  source    text        NOT NULL,
  action    text        NOT NULL,
  reason    text        NOT NULL,
  outcome   text        NOT NULL,
  CONSTRAINT relay_action_pkey PRIMARY KEY (action_id),
  CONSTRAINT relay_action_names_who CHECK (actor <> ''),
  CONSTRAINT relay_action_names_why CHECK (reason <> ''),
  CONSTRAINT relay_action_source_is_known CHECK (source IN ('relay', 'cli', 'api'))
);

COMMENT ON TABLE outbox.relay_action IS
  'What people, or the relay by itself, did beside streaming. Append-only: the relay''s role may add and read.';

GRANT SELECT, INSERT ON outbox.relay_action TO "${relay}";

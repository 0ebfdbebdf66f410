-- Reason: what cannot succeed. One row for each death, written in the transaction that ends the delivery, and then sent
--   to the dead-letter topic under a lease; the record's bytes go when the topic has them. What operators need to know
--   of a dead letter stays: no payload.
--   inbox.replay says what became of each replay, since a record that is not run leaves no other trace.
-- Lock: none, the tables are new.
-- Way back: DROP TABLE inbox.replay, inbox.dead_letter; only when every row of the latter is sent.

CREATE SEQUENCE inbox.dead_letter_arrival AS bigint CACHE 1 NO CYCLE;

CREATE TABLE inbox.dead_letter (
  handler               text        NOT NULL,
  message_id            uuid        NOT NULL,
  death                 integer     NOT NULL,
  arrival               bigint      NOT NULL DEFAULT nextval('inbox.dead_letter_arrival'),
  type                  text        NOT NULL,
  schema_version        integer     NOT NULL,
  tenant_id             text        NOT NULL,
  ordering_key          text        NOT NULL,
  attempts              integer     NOT NULL,
  error_code            text        NOT NULL,
  error_message         text        NOT NULL,
  first_failed_at       timestamptz NOT NULL,
  last_failed_at        timestamptz NOT NULL,
  topic                 text        NOT NULL,
  partition             integer     NOT NULL,
  record_offset         bigint      NOT NULL,
  resolution            text        NOT NULL DEFAULT 'open',
  resolved_at           timestamptz,
  resolved_by           text,
  resolution_reason     text,
  state                 text        NOT NULL DEFAULT 'unsent',
  attempt               integer     NOT NULL DEFAULT 0,
  next_attempt_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  fencing_value         bigint      NOT NULL DEFAULT 0,
  lease_owner           text,
  lease_expires_at      timestamptz,
  claimed_at            timestamptz,
  processing_started_at timestamptz,
  last_error            text,
  sent_partition        integer,
  sent_offset           bigint,
  sent_at               timestamptz,
  CONSTRAINT dead_letter_pkey PRIMARY KEY (handler, message_id, death),
  CONSTRAINT dead_letter_delivery_fkey FOREIGN KEY (handler, message_id)
    REFERENCES inbox.delivery (handler, message_id) ON DELETE CASCADE,
  CONSTRAINT dead_letter_state_is_known CHECK (state IN ('unsent', 'sending', 'sent')),
  CONSTRAINT dead_letter_is_leased_while_sending CHECK ((state = 'sending') = (lease_owner IS NOT NULL)),
  CONSTRAINT dead_letter_resolution_is_known CHECK (resolution IN ('open', 'replayed', 'resolved')),
  CONSTRAINT dead_letter_resolution_is_dated CHECK ((resolution = 'open') = (resolved_at IS NULL))
);

COMMENT ON COLUMN inbox.dead_letter.death IS 'The number of this death of its delivery, from 1.';
COMMENT ON COLUMN inbox.dead_letter.state IS 'Whether the dead-letter topic has it.';
COMMENT ON COLUMN inbox.dead_letter.last_error IS 'Why it could not be sent, if it could not.';

-- Serves the next one to send.
CREATE INDEX dead_letter_unsent_idx ON inbox.dead_letter (handler, next_attempt_at, arrival)
  WHERE state IN ('unsent', 'sending');

-- Serves the counts and lists of open dead letters.
CREATE INDEX dead_letter_open_idx ON inbox.dead_letter (handler, arrival) WHERE resolution = 'open';

CREATE TABLE inbox.replay (
  handler    text        NOT NULL,
  message_id uuid        NOT NULL,
  replay_id  text        NOT NULL,
  outcome    text        NOT NULL,
  noted_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT replay_pkey PRIMARY KEY (handler, message_id, replay_id),
  CONSTRAINT replay_outcome_is_known CHECK (outcome IN ('accepted', 'already-done', 'in-progress', 'refused'))
);

-- Serves the purge.
CREATE INDEX replay_noted_idx ON inbox.replay (noted_at);

COMMENT ON TABLE inbox.replay IS
  'What became of each replayed copy. accepted: it runs; what came of it is the delivery''s state.';

GRANT SELECT, INSERT, UPDATE ON inbox.dead_letter TO "${handler}";
GRANT USAGE ON SEQUENCE inbox.dead_letter_arrival TO "${handler}";
GRANT SELECT, INSERT ON inbox.replay TO "${handler}";

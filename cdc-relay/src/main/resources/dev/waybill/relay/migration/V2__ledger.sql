-- Reason: what was published, one row for each Kafka transaction, written from the record that the same transaction put
--   on the ledger topic. It is what a restart drops repeats by.
-- Lock: none, the tables are new.
-- Way back: none while a slot exists: without the ledger a restart publishes again what the slot replays.

CREATE TABLE outbox.dispatch_batch (
  relay                 text           NOT NULL,
  batch                 bigint         NOT NULL,
  fencing_value         bigint         NOT NULL,
  system_identifier     text           NOT NULL,
  subscription_revision bigint         NOT NULL,
  scope                 text           NOT NULL,
  left_out              text[]         NOT NULL,
  seqs                  int8multirange NOT NULL,
  message_count         integer        NOT NULL,
  parked                jsonb          NOT NULL,
  unparked              jsonb          NOT NULL,
  dispatched_at         timestamptz    NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT dispatch_batch_pkey PRIMARY KEY (relay, batch),
  CONSTRAINT dispatch_batch_is_positive CHECK (batch >= 1)
);

COMMENT ON COLUMN outbox.dispatch_batch.scope IS
  'all: the stream''s batch, for every subscribed handler; otherwise the one handler that it was dispatched to.';

-- Serves the question asked before every publication: which of these numbers were published already?
CREATE INDEX dispatch_batch_seqs_idx ON outbox.dispatch_batch USING gist (seqs) WHERE scope = 'all';

CREATE TABLE outbox.undecided_message (
  relay      text   NOT NULL,
  message_id uuid   NOT NULL,
  seq        bigint NOT NULL,
  batch      bigint NOT NULL,
  CONSTRAINT undecided_message_pkey PRIMARY KEY (relay, message_id)
);

COMMENT ON TABLE outbox.undecided_message IS
  'Published, but not found when the ledger was repaired: its commit may not be visible yet, or was lost.';

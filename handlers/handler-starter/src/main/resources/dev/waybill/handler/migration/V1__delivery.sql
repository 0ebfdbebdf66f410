-- Reason: the inbox. One row per handler and message, inserted in the transaction of the handler's effects: the row is
--   there if and only if the effects are. The primary key is what makes a second copy wait for the first and then be
--   skipped. The arrival number keeps the order in which messages came; it is drawn from a free-standing sequence.
--   The state is a column from the start, so that retries can be added beside 'completed' by widening one check.
-- Lock: none, the objects are new.
-- Way back: DROP TABLE inbox.delivery; DROP SEQUENCE inbox.arrival; every message still on a topic is then new again.

CREATE SEQUENCE inbox.arrival AS bigint CACHE 1 NO CYCLE;

CREATE TABLE inbox.delivery (
  handler        text        NOT NULL,
  message_id     uuid        NOT NULL,
  arrival        bigint      NOT NULL,
  topic          text        NOT NULL,
  partition      integer     NOT NULL,
  record_offset  bigint      NOT NULL,
  type           text        NOT NULL,
  schema_version integer     NOT NULL,
  tenant_id      text        NOT NULL,
  ordering_key   text        NOT NULL,
  state          text        NOT NULL,
  completed_at   timestamptz,
  CONSTRAINT delivery_pkey PRIMARY KEY (handler, message_id),
  CONSTRAINT delivery_state_is_known CHECK (state IN ('completed')),
  CONSTRAINT delivery_completion_is_dated CHECK ((state = 'completed') = (completed_at IS NOT NULL))
);

COMMENT ON TABLE inbox.delivery IS
  'What each handler of this database has taken in; a row and the effects of its handler commit together.';
COMMENT ON COLUMN inbox.delivery.record_offset IS
  'Where the copy was that ran; a later copy of the same message leaves no trace.';
COMMENT ON COLUMN inbox.delivery.completed_at IS
  'clock_timestamp() inside the completing transaction, whose commit follows.';

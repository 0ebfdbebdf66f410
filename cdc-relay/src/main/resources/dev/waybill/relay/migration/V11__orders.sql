-- Reason: an operator's order is a row, so that any process of the relay can take it, also a standby, and the one that
--   holds the lease carries it out, also after a restart or a takeover.
-- Lock: none, the tables are new.
-- Way back: DROP TABLE outbox.relay_backfill, outbox.relay_order; while no order is open.

CREATE TABLE outbox.relay_order (
  order_id    bigint      GENERATED ALWAYS AS IDENTITY,
  relay       text        NOT NULL,
  kind        text        NOT NULL,
  handler     text,
  state       text        NOT NULL DEFAULT 'requested',
  ordered_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  ordered_by  text        NOT NULL,
  reason      text        NOT NULL,
  since_batch bigint      NOT NULL,
  started_at  timestamptz,
  ended_at    timestamptz,
  outcome     text,
  CONSTRAINT relay_order_pkey PRIMARY KEY (order_id),
  CONSTRAINT relay_order_kind_is_known CHECK (kind IN ('pause', 'drain', 'backfill')),
  CONSTRAINT relay_order_state_is_known
    CHECK (state IN ('requested', 'waiting', 'running', 'cancelling', 'done', 'unfinished', 'refused', 'cancelled')),
  CONSTRAINT relay_order_ends_in_an_end_state
    CHECK ((ended_at IS NOT NULL) = (state IN ('done', 'unfinished', 'refused', 'cancelled'))),
  CONSTRAINT relay_order_names_its_handler CHECK ((kind = 'backfill') = (handler IS NOT NULL)),
  CONSTRAINT relay_order_names_why CHECK (reason <> '')
);

COMMENT ON TABLE outbox.relay_order IS
  'What operators ordered: to pause until it is done, to drain, to backfill. Who may and why is in relay_action.';
COMMENT ON COLUMN outbox.relay_order.since_batch IS
  'The relay''s last batch when it was ordered.';

-- Serves the relay, which looks for open orders twice a second, and lets one of a kind be open at a time.
CREATE UNIQUE INDEX relay_order_open_idx ON outbox.relay_order (relay, kind, handler) NULLS NOT DISTINCT
  WHERE ended_at IS NULL;

CREATE TABLE outbox.relay_backfill (
  order_id    bigint      NOT NULL,
  types       text[]      NOT NULL,
  from_at     timestamptz NOT NULL,
  to_at       timestamptz,
  rate        integer     NOT NULL,
  from_seq    bigint      NOT NULL,
  position    bigint      NOT NULL,
  through_seq bigint,
  sent        bigint      NOT NULL DEFAULT 0,
  skipped     bigint      NOT NULL DEFAULT 0,
  CONSTRAINT relay_backfill_pkey PRIMARY KEY (order_id),
  CONSTRAINT relay_backfill_is_an_order FOREIGN KEY (order_id) REFERENCES outbox.relay_order (order_id),
  CONSTRAINT relay_backfill_rate_is_positive CHECK (rate >= 1),
  CONSTRAINT relay_backfill_names_types CHECK (types <> '{}')
);

COMMENT ON TABLE outbox.relay_backfill IS
  'The terms of a backfill and how far it has come. What was sent is in the ledger; this only saves looking again.';
COMMENT ON COLUMN outbox.relay_backfill.position IS
  'Every number after from_seq and up to this one was looked at.';
COMMENT ON COLUMN outbox.relay_backfill.through_seq IS
  'The last number that it looks at, fixed when it begins.';
COMMENT ON COLUMN outbox.relay_backfill.skipped IS
  'Messages of versions that the handler does not read, or that are not in outbox.message any more.';

COMMENT ON COLUMN outbox.relay_health.last_drain_at IS
  'When a drain was last done, or the relay last had nothing left to dispatch, parked and left-out messages included.';

GRANT SELECT, INSERT, UPDATE ON outbox.relay_order, outbox.relay_backfill TO "${relay}";

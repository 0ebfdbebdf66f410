-- Reason: what stops one handler stops nobody else. A handler whose topic cannot be written to is left out of the
--   stream's batches, which say so (left_out); its lane remembers up to which batch that was made good since. A single
--   message that cannot be published to a handler is parked, and with it, where order matters, what follows it.
-- Lock: SHARE on outbox.dispatch_batch while its indexes are made, which a streaming relay waits for.
-- Way back: DROP TABLE outbox.relay_lane, outbox.parked_delivery; only when no lane is behind and nothing is parked.

CREATE TABLE outbox.relay_lane (
  relay         text        NOT NULL,
  handler       text        NOT NULL,
  good_through  bigint      NOT NULL,
  blocked_since timestamptz,
  reason        text,
  CONSTRAINT relay_lane_pkey PRIMARY KEY (relay, handler),
  CONSTRAINT relay_lane_is_blocked_for_a_reason CHECK ((blocked_since IS NULL) = (reason IS NULL))
);

COMMENT ON TABLE outbox.relay_lane IS
  'Handlers that were ever left out of a batch. good_through: every batch up to it that left the handler out was made good.';

-- Serves a lane that is made good, which reads the batches that left its handler out.
CREATE INDEX dispatch_batch_left_out_idx ON outbox.dispatch_batch (relay, batch) WHERE left_out <> '{}';

-- Serves the question which numbers were dispatched to one handler alone.
CREATE INDEX dispatch_batch_scoped_seqs_idx ON outbox.dispatch_batch USING gist (seqs) WHERE scope <> 'all';

CREATE TABLE outbox.parked_delivery (
  relay                 text        NOT NULL,
  handler               text        NOT NULL,
  message_id            uuid        NOT NULL,
  seq                   bigint      NOT NULL,
  batch                 bigint      NOT NULL,
  hold_key              text        NOT NULL,
  tenant_id             text        NOT NULL,
  parked_at             timestamptz NOT NULL DEFAULT clock_timestamp(),
  state                 text        NOT NULL,
  attempt               integer     NOT NULL DEFAULT 0,
  next_attempt_at       timestamptz NOT NULL,
  error_code            text        NOT NULL,
  last_error            text,
  completed_at          timestamptz,
  lease_owner           text,
  lease_expires_at      timestamptz,
  fencing_value         bigint      NOT NULL DEFAULT 0,
  claimed_at            timestamptz,
  processing_started_at timestamptz,
  CONSTRAINT parked_delivery_pkey PRIMARY KEY (relay, handler, message_id),
  CONSTRAINT parked_delivery_state_is_known
    CHECK (state IN ('pending', 'waiting', 'processing', 'dispatched', 'dead-letter')),
  CONSTRAINT parked_delivery_is_leased_while_processing
    CHECK ((state = 'processing') = (lease_owner IS NOT NULL)),
  CONSTRAINT parked_delivery_completes_once
    CHECK ((state = 'dispatched') = (completed_at IS NOT NULL))
);

COMMENT ON TABLE outbox.parked_delivery IS
  'Messages that could not be published to a handler, and those of the same key behind them. The payload stays in outbox.message.';
COMMENT ON COLUMN outbox.parked_delivery.state IS
  'waiting: pending, and parked only because an earlier message of its key was; so that claims need not look at it.';
COMMENT ON COLUMN outbox.parked_delivery.hold_key IS
  'What later messages wait behind: the ordering key, or the message id where the subscription has no order.';

-- Serves the next due message of each tenant.
CREATE INDEX parked_delivery_due_idx ON outbox.parked_delivery (relay, tenant_id, next_attempt_at, seq)
  WHERE state IN ('pending', 'processing');

-- Serves the question whether an earlier message of a handler's key is unfinished; dead ones hold their key too.
CREATE INDEX parked_delivery_hold_idx ON outbox.parked_delivery (relay, handler, hold_key, seq)
  WHERE state IN ('pending', 'waiting', 'processing', 'dead-letter');

-- Serves the question whether another message of the key is being published.
CREATE INDEX parked_delivery_processing_idx ON outbox.parked_delivery (relay, handler, hold_key)
  WHERE state = 'processing';

-- Serves the first of each key that entered behind another.
CREATE INDEX parked_delivery_waiting_idx ON outbox.parked_delivery (relay, handler, hold_key, seq)
  WHERE state = 'waiting';

-- Serves the record of one message.
CREATE INDEX parked_delivery_message_idx ON outbox.parked_delivery (message_id);

CREATE VIEW outbox.record AS
SELECT
  m.message_id, m.seq, m.kind, m.event_record, m.type, m.schema_version, m.tenant_id, m.visibility,
  m.aggregate_type, m.aggregate_id, m.aggregate_version, m.ordering_key, m.occurred_at, m.staged_at,
  m.correlation_id, m.causation_id, m.traceparent, m.payload,
  CASE
    WHEN b.batch IS NULL THEN 'pending'
    WHEN p.processing THEN 'processing'
    WHEN p.pending OR l.behind THEN 'pending'
    WHEN p.dead THEN 'dead-letter'
    ELSE 'dispatched'
  END AS state,
  coalesce(p.attempt, 0) AS attempt,
  CASE WHEN b.batch IS NULL THEN m.staged_at ELSE p.next_attempt_at END AS next_attempt_at,
  coalesce(p.last_error, l.reason) AS last_error,
  CASE
    WHEN b.batch IS NULL OR p.processing OR p.pending OR p.dead OR l.behind THEN NULL
    ELSE greatest(b.dispatched_at, p.completed_at, l.made_good_at)
  END AS completed_at
FROM outbox.message m
LEFT JOIN LATERAL (
  SELECT d.relay, d.batch, d.left_out, d.dispatched_at
  FROM outbox.dispatch_batch d
  WHERE d.scope = 'all' AND d.seqs @> m.seq
  LIMIT 1) b ON true
LEFT JOIN LATERAL (
  SELECT
    bool_or(q.state = 'processing') AS processing,
    bool_or(q.state IN ('pending', 'waiting')) AS pending,
    bool_or(q.state = 'dead-letter') AS dead,
    max(q.attempt) AS attempt,
    min(q.next_attempt_at) FILTER (WHERE q.state IN ('pending', 'waiting')) AS next_attempt_at,
    min(q.last_error) FILTER (WHERE q.state <> 'dispatched') AS last_error,
    max(q.completed_at) AS completed_at
  FROM outbox.parked_delivery q
  WHERE q.message_id = m.message_id) p ON true
LEFT JOIN LATERAL (
  SELECT
    bool_or(n.good_through < b.batch AND g.batch IS NULL) AS behind,
    min(n.reason) FILTER (WHERE n.good_through < b.batch AND g.batch IS NULL) AS reason,
    max(g.dispatched_at) AS made_good_at
  FROM unnest(b.left_out) AS o (handler)
  JOIN outbox.relay_lane n ON n.relay = b.relay AND n.handler = o.handler
  LEFT JOIN LATERAL (
    SELECT s.batch, s.dispatched_at
    FROM outbox.dispatch_batch s
    WHERE s.scope <> 'all' AND s.scope = o.handler AND s.relay = b.relay AND s.seqs @> m.seq
    LIMIT 1) g ON true) l ON true;

COMMENT ON VIEW outbox.record IS
  'One complete record per message: what was staged, and what became of it over all handlers.';

GRANT SELECT, INSERT, UPDATE ON outbox.relay_lane, outbox.parked_delivery TO "${relay}";
GRANT SELECT ON outbox.record TO "${relay}";

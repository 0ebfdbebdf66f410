-- Reason: what the relay can never publish held its key for ever; an operator can give it up, and the key goes on.
-- Lock: ACCESS EXCLUSIVE on outbox.parked_delivery for a scan of it, and on outbox.record for an instant.
-- Way back: none needed. An older relay leaves such rows alone.

ALTER TABLE outbox.parked_delivery
  DROP CONSTRAINT parked_delivery_state_is_known,
  DROP CONSTRAINT parked_delivery_completes_once,
  ADD CONSTRAINT parked_delivery_state_is_known
    CHECK (state IN ('pending', 'waiting', 'processing', 'dispatched', 'dead-letter', 'resolved')),
  ADD CONSTRAINT parked_delivery_completes_once
    CHECK ((state IN ('dispatched', 'resolved')) = (completed_at IS NOT NULL));

COMMENT ON COLUMN outbox.parked_delivery.state IS
  'waiting: pending, and parked only because an earlier message of its key was; so that claims need not look at it. resolved: a dead letter that somebody gave up, see outbox.relay_action; its key goes on.';

CREATE OR REPLACE VIEW outbox.record AS
SELECT
  m.message_id, m.seq, m.kind, m.event_record, m.type, m.schema_version, m.tenant_id, m.visibility,
  m.aggregate_type, m.aggregate_id, m.aggregate_version, m.ordering_key, m.occurred_at, m.staged_at,
  m.correlation_id, m.causation_id, m.traceparent, m.payload,
  CASE
    WHEN b.batch IS NULL THEN 'pending'
    WHEN p.processing THEN 'processing'
    WHEN p.pending OR l.behind THEN 'pending'
    WHEN p.dead OR p.resolved THEN 'dead-letter'
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
    bool_or(q.state = 'resolved') AS resolved,
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

-- Reason: the outbox. One row per message, written once in the transaction of the business change, never updated,
--   never deleted row by row; retention drops whole days. No default partition, since one blocks a concurrent
--   detach. The sequence stands free of the table, so that TRUNCATE RESTART IDENTITY or a re-created table cannot
--   use a number again; it caches nothing, since cached numbers would no longer follow the commit order of a key.
-- Lock: none, the objects are new.
-- Way back: DROP TABLE outbox.message; DROP SEQUENCE outbox.message_seq; only when nobody stages any more and the
--   relay has published every row.

CREATE SEQUENCE outbox.message_seq AS bigint CACHE 1 NO CYCLE;

CREATE TABLE outbox.message (
  seq               bigint      NOT NULL,
  message_id        uuid        NOT NULL,
  kind              text        NOT NULL,
  event_record      text,
  type              text        NOT NULL,
  schema_version    integer     NOT NULL,
  tenant_id         text        NOT NULL,
  visibility        text        NOT NULL,
  aggregate_type    text        NOT NULL,
  aggregate_id      text        NOT NULL,
  aggregate_version bigint      NOT NULL,
  ordering_key      text        NOT NULL,
  occurred_at       timestamptz NOT NULL,
  staged_at         timestamptz NOT NULL,
  correlation_id    text,
  causation_id      text,
  traceparent       text,
  payload           json        NOT NULL,
  envelope          text        NOT NULL,
  CONSTRAINT message_kind_is_known
    CHECK (kind IN ('integration-event', 'journey-step-command', 'provider-side-effect')),
  CONSTRAINT message_event_cites_its_record
    CHECK (kind <> 'integration-event' OR event_record IS NOT NULL),
  CONSTRAINT message_schema_version_is_positive
    CHECK (schema_version >= 1),
  CONSTRAINT message_tenant_is_present
    CHECK (tenant_id <> ''),
  CONSTRAINT message_visibility_is_known
    CHECK (visibility IN ('public', 'internal', 'price-sensitive', 'personal')),
  CONSTRAINT message_aggregate_version_is_not_negative
    CHECK (aggregate_version >= 0),
  CONSTRAINT message_ordering_key_is_storable
    CHECK (ordering_key <> '' AND length(ordering_key) <= 512)
) PARTITION BY RANGE (staged_at);

-- Serves the relay: missed rows, catch-up and backfill read ranges of seq.
CREATE INDEX message_seq_idx ON outbox.message (seq);

-- Serves tracking one message, and the repair of the ledger, which joins by message id.
CREATE INDEX message_message_id_idx ON outbox.message (message_id);

COMMENT ON TABLE outbox.message IS
  'Messages staged in the transaction of a business change. Write once; state lives beside it, in the ledger.';
COMMENT ON COLUMN outbox.message.staged_at IS
  'clock_timestamp() when staged, not now(): a transaction may be older than the partition of its day.';
COMMENT ON COLUMN outbox.message.payload IS
  'The value of the record, byte for byte. json and not jsonb, which would re-write numbers and the order of members.';
COMMENT ON COLUMN outbox.message.envelope IS
  'The wire headers as a flat JSON object, rendered once when staged, plus visibility for routing.';

-- Reason: how the relay is, kept over restarts and readable when its process is gone; without payloads.
-- Lock: none, the table is new.
-- Way back: DROP TABLE outbox.relay_health.

CREATE TABLE outbox.relay_health (
  relay               text        NOT NULL,
  instance            text        NOT NULL,
  beaten_at           timestamptz NOT NULL,
  status              text        NOT NULL,
  last_observed_at    timestamptz,
  last_success_at     timestamptz,
  last_failure_at     timestamptz,
  last_failure        text,
  pending             bigint      NOT NULL,
  processing          bigint      NOT NULL,
  retrying            bigint      NOT NULL,
  dead_letter         bigint      NOT NULL,
  unsupported_version bigint      NOT NULL DEFAULT 0,
  lag_seconds         numeric     NOT NULL,
  last_drain_at       timestamptz,
  CONSTRAINT relay_health_pkey PRIMARY KEY (relay)
);

COMMENT ON TABLE outbox.relay_health IS
  'How the relay that streams is, beaten twice a minute; an old beaten_at means that none streams.';
COMMENT ON COLUMN outbox.relay_health.last_observed_at IS
  'When the message was committed that the stream brought last.';
COMMENT ON COLUMN outbox.relay_health.last_success_at IS
  'When a batch was last published and recorded.';
COMMENT ON COLUMN outbox.relay_health.pending IS
  'Visible messages that no batch covered when the relay last looked.';
COMMENT ON COLUMN outbox.relay_health.lag_seconds IS
  'Age of the oldest of those; zero when there was none.';
COMMENT ON COLUMN outbox.relay_health.last_drain_at IS
  'When the relay last had nothing left to dispatch, parked and left-out messages included.';

GRANT SELECT, INSERT, UPDATE ON outbox.relay_health TO "${relay}";

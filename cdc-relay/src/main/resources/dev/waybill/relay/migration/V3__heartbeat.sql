-- Reason: a row of our own that travels through the WAL moves the slot while the outbox is idle and other tables are
--   busy, and its return proves the path. Rows are inserted and older ones deleted, since an upsert that updates is not
--   streamed when only inserts are published.
-- Lock: SHARE UPDATE EXCLUSIVE on the publication's new member, for an instant.
-- Way back: ALTER PUBLICATION waybill_outbox DROP TABLE outbox.relay_heartbeat; DROP TABLE outbox.relay_heartbeat.

CREATE TABLE outbox.relay_heartbeat (
  beat      bigint      GENERATED ALWAYS AS IDENTITY,
  relay     text        NOT NULL,
  beaten_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT relay_heartbeat_pkey PRIMARY KEY (beat)
);

ALTER PUBLICATION "${publication}" ADD TABLE outbox.relay_heartbeat (beat, relay);

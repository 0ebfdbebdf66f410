-- Reason: one relay of a name streams at a time, by the database's clock; and the relay must know for certain whether
--   it was ever installed here, since a missing slot is normal before the first start and a loss afterwards.
-- Lock: none, the tables are new.
-- Way back: DROP TABLE outbox.relay_lease, outbox.relay_installation; with every relay stopped.

CREATE TABLE outbox.relay_lease (
  relay                 text        NOT NULL,
  lease_owner           text,
  lease_expires_at      timestamptz NOT NULL,
  fencing_value         bigint      NOT NULL,
  claimed_at            timestamptz NOT NULL,
  processing_started_at timestamptz,
  attempt               integer     NOT NULL,
  generation            integer     NOT NULL DEFAULT 0,
  CONSTRAINT relay_lease_pkey PRIMARY KEY (relay),
  CONSTRAINT relay_lease_fencing_value_is_positive CHECK (fencing_value >= 1)
);

COMMENT ON TABLE outbox.relay_lease IS
  'Who streams. Every write of a relay checks owner and fencing value; attempt counts claims since the last release.';

CREATE TABLE outbox.relay_installation (
  relay             text        NOT NULL,
  slot              text        NOT NULL,
  system_identifier text        NOT NULL,
  installed_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  caught_up_at      timestamptz,
  CONSTRAINT relay_installation_pkey PRIMARY KEY (relay)
);

COMMENT ON TABLE outbox.relay_installation IS
  'Written before the slot is created. caught_up_at: every row older than the slot was dispatched from the table.';

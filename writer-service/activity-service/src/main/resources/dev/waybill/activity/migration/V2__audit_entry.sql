-- Reason: who changed what and when, written in the transaction of the change and never altered.
-- Lock: none, the table is new.
-- Way back: DROP TABLE activity.audit_entry, which loses the evidence.

CREATE TABLE activity.audit_entry (
  entry_id         bigint      GENERATED ALWAYS AS IDENTITY,
  recorded_at      timestamptz NOT NULL,
  tenant_id        text        NOT NULL,
  activity_id      uuid        NOT NULL,
  activity_version bigint      NOT NULL,
  command          text        NOT NULL,
  actor            text        NOT NULL,
  actor_roles      text[]      NOT NULL,
  correlation_id   text,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (entry_id),
  -- One change, one entry; also serves the history of one activity.
  CONSTRAINT audit_entry_is_one_per_version UNIQUE (activity_id, activity_version),
  CONSTRAINT audit_entry_names_who CHECK (actor <> '')
);

COMMENT ON TABLE activity.audit_entry IS
  'One row for each change of an activity. No foreign key: the evidence outlives the activity.';

-- Reason: who subscribes to what, as applied: one row per application, the newest counts. In the writer's own database,
--   so that routing and staging need no other system to know it.
-- Lock: none, the table is new.
-- Way back: DROP TABLE outbox.subscription_revision; the relay then has nobody to route to.

CREATE TABLE outbox.subscription_revision (
  revision   bigint      NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  applied_by text        NOT NULL,
  reason     text        NOT NULL,
  document   text        NOT NULL,
  CONSTRAINT subscription_revision_pkey PRIMARY KEY (revision),
  CONSTRAINT subscription_revision_is_positive CHECK (revision >= 1),
  CONSTRAINT subscription_revision_names_who CHECK (applied_by <> ''),
  CONSTRAINT subscription_revision_names_why CHECK (reason <> ''),
  CONSTRAINT subscription_revision_document_is_json CHECK (document IS JSON OBJECT)
);

COMMENT ON TABLE outbox.subscription_revision IS
  'Applied subscriptions, append-only; document is the text form of a revision, all subscriptions together.';

-- Reason: the history that people read, one row for each change of an activity, and how each activity stands. Both are
--   built from events and can be built again. applied counts how often a change was applied: anything but 1 means that
--   a message had its effect more than once.
-- Lock: none, the tables are new.
-- Way back: DROP SCHEMA timeline CASCADE; to build it again, forget the deliveries and positions of the handler too.

CREATE TABLE timeline.change (
  tenant_id   text        NOT NULL,
  activity_id uuid        NOT NULL,
  version     bigint      NOT NULL,
  kind        text        NOT NULL,
  changed_at  timestamptz NOT NULL,
  changed_by  text        NOT NULL,
  type        text        NOT NULL,
  title       text        NOT NULL,
  assignee    text,
  due_at      timestamptz,
  note        text,
  message_id  uuid        NOT NULL,
  applied     integer     NOT NULL,
  CONSTRAINT change_pkey PRIMARY KEY (tenant_id, activity_id, version),
  CONSTRAINT change_kind_is_known CHECK (kind IN ('created', 'completed'))
);

-- Serves GET /timeline.
CREATE INDEX change_recent_idx ON timeline.change (tenant_id, changed_at DESC, activity_id DESC, version DESC);

CREATE TABLE timeline.activity (
  tenant_id   text        NOT NULL,
  activity_id uuid        NOT NULL,
  version     bigint      NOT NULL,
  status      text        NOT NULL,
  type        text        NOT NULL,
  title       text        NOT NULL,
  assignee    text,
  due_at      timestamptz,
  changed_at  timestamptz NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (tenant_id, activity_id),
  CONSTRAINT activity_status_is_known CHECK (status IN ('open', 'completed'))
);

COMMENT ON TABLE timeline.change IS 'What happened to activities, of all tenants; every statement names the tenant.';
COMMENT ON TABLE timeline.activity IS 'How each activity stands after its newest known change.';

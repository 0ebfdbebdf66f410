-- Reason: the activities themselves, one row each, changed in place under their version.
-- Lock: none, the table is new.
-- Way back: DROP TABLE activity.activity, which loses them.

CREATE TABLE activity.activity (
  activity_id  uuid        NOT NULL,
  tenant_id    text        NOT NULL,
  version      bigint      NOT NULL,
  type         text        NOT NULL,
  title        text        NOT NULL,
  assignee     text,
  due_at       timestamptz,
  created_at   timestamptz NOT NULL,
  created_by   text        NOT NULL,
  status       text        NOT NULL,
  completed_at timestamptz,
  completed_by text,
  outcome      text,
  changed_at   timestamptz NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (activity_id),
  CONSTRAINT activity_has_a_tenant CHECK (tenant_id <> ''),
  CONSTRAINT activity_version_is_positive CHECK (version >= 1),
  CONSTRAINT activity_type_is_known CHECK (type IN ('call', 'meeting', 'task', 'visit')),
  CONSTRAINT activity_status_is_known CHECK (status IN ('open', 'completed')),
  CONSTRAINT activity_completion_is_whole CHECK (
    CASE WHEN status = 'completed'
      THEN completed_at IS NOT NULL AND completed_by IS NOT NULL
      ELSE completed_at IS NULL AND completed_by IS NULL AND outcome IS NULL
    END)
);

-- Serves GET /activities/recent.
CREATE INDEX activity_recent_idx ON activity.activity (tenant_id, changed_at DESC, activity_id DESC);

COMMENT ON TABLE activity.activity IS
  'Activities of all tenants; every statement of the service names the tenant.';

-- Reason: what is counted, one row for each activity: the newest version that is known, and what that version said.
--   Built from events, and can be built again. Counts are read from the index alone, which needs pages that are known to
--   be visible to all: so vacuum comes after 2 % of the rows and not after 20 %.
-- Lock: none, the table is new.
-- Way back: DROP SCHEMA dashboard CASCADE; to build it again, forget the deliveries and positions of the handler too.

CREATE TABLE dashboard.activity (
  tenant_id   text   NOT NULL,
  activity_id uuid   NOT NULL,
  version     bigint NOT NULL,
  status      text   NOT NULL,
  assignee    text,
  CONSTRAINT activity_pkey PRIMARY KEY (tenant_id, activity_id),
  CONSTRAINT activity_status_is_known CHECK (status IN ('open', 'completed'))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Serves GET /dashboard/counts, with and without its filters.
CREATE INDEX activity_counts_idx ON dashboard.activity (tenant_id, status, assignee);

COMMENT ON TABLE dashboard.activity IS
  'How each activity stands after its newest known version, of all tenants; every statement names the tenant.';

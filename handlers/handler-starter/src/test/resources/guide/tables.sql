-- guide: tables
CREATE SCHEMA counts;
CREATE TABLE counts.completed (
  tenant_id  text   NOT NULL,
  assignee   text   NOT NULL,
  activities bigint NOT NULL,
  CONSTRAINT completed_pkey PRIMARY KEY (tenant_id, assignee)
);
GRANT USAGE ON SCHEMA counts TO waybill_handler;
GRANT SELECT, INSERT, UPDATE ON counts.completed TO waybill_handler;
-- guide: end

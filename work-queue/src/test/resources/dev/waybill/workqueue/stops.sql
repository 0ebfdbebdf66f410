-- A caller's table of work: the stops of parcels, in the order of arrival for each parcel of a depot.
CREATE SCHEMA parcels;

CREATE TABLE parcels.stop (
  depot text NOT NULL,
  stop_id uuid NOT NULL,
  parcel text NOT NULL,
  arrival bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id text NOT NULL,
  state text NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  fencing_value bigint NOT NULL DEFAULT 0,
  lease_owner text,
  lease_expires_at timestamptz,
  claimed_at timestamptz,
  processing_started_at timestamptz,
  last_error text,
  CONSTRAINT stop_pkey PRIMARY KEY (depot, stop_id)
);

-- The next due row of each tenant.
CREATE INDEX stop_due ON parcels.stop (tenant_id, next_attempt_at, arrival)
  WHERE state IN ('pending', 'retry', 'processing');
-- Is an earlier row of the group unfinished?
CREATE INDEX stop_unfinished ON parcels.stop (depot, parcel, arrival)
  WHERE state IN ('pending', 'retry', 'processing', 'waiting', 'lost');
-- Is another row of the group being worked on?
CREATE INDEX stop_processing ON parcels.stop (depot, parcel) WHERE state = 'processing';
-- The first waiting row of each group.
CREATE INDEX stop_waiting ON parcels.stop (depot, parcel, arrival) WHERE state = 'waiting';

-- Every change, for the oracle. Changes of one row are in the order of their entries, since the row is locked.
CREATE TABLE parcels.stop_history (
  entry bigint GENERATED ALWAYS AS IDENTITY,
  -- Not before this did the changing transaction look at anything.
  began_at timestamptz NOT NULL DEFAULT transaction_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When others certainly saw it; only of rows that were opened again.
  settled_at timestamptz,
  depot text NOT NULL,
  parcel text NOT NULL,
  stop_id uuid NOT NULL,
  arrival bigint NOT NULL,
  old_state text NOT NULL,
  new_state text NOT NULL,
  old_attempt integer NOT NULL,
  new_attempt integer NOT NULL,
  old_fencing bigint NOT NULL,
  new_fencing bigint NOT NULL,
  old_lease_end timestamptz,
  new_lease_end timestamptz
);

CREATE FUNCTION parcels.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcels.stop_history (
    depot, parcel, stop_id, arrival, old_state, new_state, old_attempt, new_attempt,
    old_fencing, new_fencing, old_lease_end, new_lease_end)
  VALUES (
    new.depot, new.parcel, new.stop_id, new.arrival, old.state, new.state, old.attempt, new.attempt,
    old.fencing_value, new.fencing_value, old.lease_expires_at, new.lease_expires_at);
  RETURN NULL;
END
$$;

CREATE TRIGGER stop_note_change AFTER UPDATE ON parcels.stop
  FOR EACH ROW EXECUTE FUNCTION parcels.note_change();

-- Waits while somebody holds the gate: stops a statement that has its snapshot already.
CREATE FUNCTION parcels.pass(gate bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_lock_shared(gate);
  PERFORM pg_advisory_unlock_shared(gate);
  RETURN true;
END
$$;

GRANT USAGE ON SCHEMA parcels TO waybill_worker;
GRANT SELECT, INSERT, UPDATE ON parcels.stop TO waybill_worker;
GRANT SELECT, INSERT, UPDATE ON parcels.stop_history TO waybill_worker;

-- Reason: a failing delivery is tried again from here, while the handler reads on. The columns are those of a table of
--   work: attempt and next attempt, and the lease under which one instance works on a row. Only rows that did not
--   succeed at once use them.
--   The states and their order are the handler starter's DeliveryState; the trigger refuses any other jump, whoever
--   makes it, and lets no bytes outlive a delivery's end.
-- Lock: ACCESS EXCLUSIVE on inbox.delivery until the last index is made: nothing is rewritten, but one index reads
--   every completed row, about a second for a million. Handlers wait for it and count no attempt.
-- Way back: only when every row is completed: drop the trigger, its function and inbox.kept_record, then the columns.

ALTER TABLE inbox.delivery
  ADD COLUMN attempt               integer     NOT NULL DEFAULT 1,
  ADD COLUMN next_attempt_at       timestamptz NOT NULL DEFAULT 'epoch',
  ADD COLUMN fencing_value         bigint      NOT NULL DEFAULT 0,
  ADD COLUMN lease_owner           text,
  ADD COLUMN lease_expires_at      timestamptz,
  ADD COLUMN claimed_at            timestamptz,
  ADD COLUMN processing_started_at timestamptz,
  ADD COLUMN error_code            text,
  ADD COLUMN last_error            text,
  ADD COLUMN first_failed_at       timestamptz,
  ADD COLUMN last_failed_at        timestamptz,
  ADD COLUMN death                 integer     NOT NULL DEFAULT 0,
  ADD COLUMN ended_at              timestamptz,
  DROP CONSTRAINT delivery_state_is_known,
  ADD CONSTRAINT delivery_state_is_known CHECK (state IN (
    'pending', 'waiting', 'processing', 'retry_scheduled',
    'completed', 'skipped_unsupported_version', 'ignored', 'dead_letter')) NOT VALID,
  ADD CONSTRAINT delivery_is_leased_while_processing
    CHECK ((state = 'processing') = (lease_owner IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT delivery_failure_is_named CHECK (state <> 'dead_letter' OR (error_code IS NOT NULL AND last_error IS NOT NULL)) NOT VALID;

COMMENT ON COLUMN inbox.delivery.attempt IS
  'How often its handler was begun; claims that were given back or lost before the start do not count.';
COMMENT ON COLUMN inbox.delivery.death IS 'How often it became a dead letter.';
COMMENT ON COLUMN inbox.delivery.ended_at IS
  'When it was skipped, ignored or became a dead letter; when it was completed is completed_at.';

-- Serves the next due delivery of each tenant.
CREATE INDEX delivery_due_idx ON inbox.delivery (handler, tenant_id, next_attempt_at, arrival)
  WHERE state IN ('pending', 'retry_scheduled', 'processing');

-- Serves the question whether an earlier delivery of a key is unfinished; dead ones hold their key, too.
CREATE INDEX delivery_unfinished_idx ON inbox.delivery (handler, ordering_key, arrival)
  WHERE state IN ('pending', 'waiting', 'processing', 'retry_scheduled', 'dead_letter');

-- Serves the question whether another delivery of the key is being worked on.
CREATE INDEX delivery_processing_idx ON inbox.delivery (handler, ordering_key) WHERE state = 'processing';

-- Serves the first delivery of each key that entered behind another.
CREATE INDEX delivery_waiting_idx ON inbox.delivery (handler, ordering_key, arrival) WHERE state = 'waiting';

-- Serves the purge.
CREATE INDEX delivery_ended_idx ON inbox.delivery (handler, (coalesce(completed_at, ended_at)))
  WHERE state IN ('completed', 'skipped_unsupported_version', 'ignored');

CREATE TABLE inbox.kept_record (
  handler      text  NOT NULL,
  message_id   uuid  NOT NULL,
  record_key   bytea,
  record_value bytea,
  headers      text  NOT NULL,
  CONSTRAINT kept_record_pkey PRIMARY KEY (handler, message_id),
  CONSTRAINT kept_record_delivery_fkey FOREIGN KEY (handler, message_id)
    REFERENCES inbox.delivery (handler, message_id) ON DELETE CASCADE
);

COMMENT ON TABLE inbox.kept_record IS
  'The bytes of deliveries that are not at their end, and of dead letters until their topic has them.';

ALTER TABLE inbox.position ADD COLUMN in_use boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN inbox.position.in_use IS
  'Somebody began to read here and has not left in order; whoever reads on after a death begins carefully.';

CREATE FUNCTION inbox.move_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (old.state, new.state) NOT IN (
    ('pending', 'processing'),
    ('waiting', 'processing'),
    ('retry_scheduled', 'processing'),
    ('processing', 'pending'),
    ('processing', 'retry_scheduled'),
    ('processing', 'completed'),
    ('processing', 'skipped_unsupported_version'),
    ('processing', 'ignored'),
    ('processing', 'dead_letter'),
    ('dead_letter', 'pending'),
    ('dead_letter', 'ignored'))
  THEN
    RAISE EXCEPTION 'a delivery that is % does not become %', old.state, new.state
      USING ERRCODE = 'check_violation', TABLE = 'delivery', SCHEMA = 'inbox', CONSTRAINT = 'delivery_transitions';
  END IF;
  new.completed_at := CASE WHEN new.state = 'completed' THEN clock_timestamp() END;
  new.ended_at := CASE
    WHEN new.state IN ('skipped_unsupported_version', 'ignored', 'dead_letter') THEN clock_timestamp() END;
  IF new.state IN ('completed', 'skipped_unsupported_version', 'ignored') THEN
    DELETE FROM inbox.kept_record k WHERE k.handler = new.handler AND k.message_id = new.message_id;
  END IF;
  RETURN new;
END
$$;

CREATE TRIGGER delivery_transitions BEFORE UPDATE OF state ON inbox.delivery
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION inbox.move_delivery();

GRANT UPDATE ON inbox.delivery TO "${handler}";
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox.kept_record TO "${handler}";

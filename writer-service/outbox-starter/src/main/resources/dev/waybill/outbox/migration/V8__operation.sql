-- Reason: an operation that reaches a service twice stages its messages once. A table of its own that is not partitioned,
--   because the key must be unique over all days, and a partitioned table's unique index would hold the day as well.
--   No payload and no request: a digest tells whether a repeat asks for the same.
-- Lock: none, the objects are new.
-- Way back: DROP FUNCTION outbox.stage_operation, outbox.forget_operations; DROP TABLE outbox.operation; after the
--   writers that stage operations. Repeats that come later are then taken for new.

CREATE TABLE outbox.operation (
  tenant_id      text        NOT NULL,
  operation_key  text        NOT NULL,
  request_digest text,
  message_ids    uuid[]      NOT NULL,
  staged_at      timestamptz NOT NULL,
  CONSTRAINT operation_pkey PRIMARY KEY (tenant_id, operation_key),
  CONSTRAINT operation_tenant_is_present CHECK (tenant_id <> ''),
  CONSTRAINT operation_key_is_storable CHECK (operation_key <> '' AND length(operation_key) <= 255)
);

-- Serves forgetting, oldest first.
CREATE INDEX operation_staged_at_idx ON outbox.operation (staged_at);

COMMENT ON TABLE outbox.operation IS
  'Operations whose messages were staged, by tenant and idempotency key; forgotten by outbox.forget_operations.';

-- First the key, then the locks of the ordering keys, always in this order. ON CONFLICT DO NOTHING waits for a
-- transaction that has just inserted the same key: when it commits, this is a repeat; when it rolls back, this is
-- the first. Under REPEATABLE READ and above a key that was committed since the snapshot is a serialization failure,
-- which such transactions repeat anyway.
CREATE FUNCTION outbox.stage_operation(
  tenant          text,
  key             text,
  digest          text,
  envelopes       text[],
  payloads        text[],
  event_records   text[],
  aggregate_types text[],
  OUT outcome     text,
  OUT message_ids uuid[])
RETURNS record
LANGUAGE plpgsql
SECURITY INVOKER
AS $$
DECLARE
  stored outbox.operation%ROWTYPE;
BEGIN
  SELECT coalesce(array_agg((e.envelope::json ->> 'ce_id')::uuid ORDER BY e.place), '{}')
  INTO message_ids
  FROM unnest(envelopes) WITH ORDINALITY AS e (envelope, place);

  -- Again when the key was forgotten between the two statements.
  LOOP
    INSERT INTO outbox.operation (tenant_id, operation_key, request_digest, message_ids, staged_at)
    VALUES (tenant, key, digest, message_ids, clock_timestamp())
    ON CONFLICT ON CONSTRAINT operation_pkey DO NOTHING;

    IF FOUND THEN
      PERFORM outbox.stage_messages(envelopes, payloads, event_records, aggregate_types);
      outcome := 'staged';
      RETURN;
    END IF;

    SELECT o.* INTO stored
    FROM outbox.operation AS o
    WHERE o.tenant_id = tenant AND o.operation_key = key;
    EXIT WHEN FOUND;
  END LOOP;

  message_ids := stored.message_ids;
  outcome := CASE WHEN digest <> stored.request_digest THEN 'conflict' ELSE 'repeated' END;
END
$$;

COMMENT ON FUNCTION outbox.stage_operation(text, text, text, text[], text[], text[], text[]) IS
  'Stages the messages of an operation unless it is on record: staged, repeated (with its first messages) or conflict.';

-- The writer may forget what is older than a day and nothing else: keys are its memory.
CREATE FUNCTION outbox.forget_operations(age interval, at_most integer)
RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
-- Where clocks are put forward or back, a day has other than 24 hours.
SET timezone = 'UTC'
AS $$
DECLARE
  called_at timestamptz := clock_timestamp();
  forgotten integer;
BEGIN
  -- Points in time are compared: as intervals, 361 days less 12 months are a day, and they end in the future.
  IF age IS NULL OR called_at - age > called_at - interval '1 day' OR at_most IS NULL
     OR at_most NOT BETWEEN 1 AND 100000 THEN
    RAISE EXCEPTION 'age is %, at most %: must be one day or more, and from 1 to 100000', age, at_most
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- SKIP LOCKED: several instances forget at the same time, each its own.
  WITH old AS (
    SELECT o.ctid AS place
    FROM outbox.operation AS o
    WHERE o.staged_at < called_at - age
    ORDER BY o.staged_at
    LIMIT at_most
    FOR UPDATE SKIP LOCKED)
  DELETE FROM outbox.operation AS o USING old WHERE o.ctid = old.place;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

COMMENT ON FUNCTION outbox.forget_operations(interval, integer) IS
  'Forgets operations older than the age, at most so many; returns how many.';

GRANT SELECT, INSERT ON outbox.operation TO "${writer}";
REVOKE EXECUTE ON FUNCTION outbox.stage_operation(text, text, text, text[], text[], text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.stage_operation(text, text, text, text[], text[], text[], text[]) TO "${writer}";
REVOKE EXECUTE ON FUNCTION outbox.forget_operations(interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.forget_operations(interval, integer) TO "${writer}";

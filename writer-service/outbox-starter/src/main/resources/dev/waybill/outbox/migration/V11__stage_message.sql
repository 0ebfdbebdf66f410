-- Reason: what a message costs the transaction that stages it. Of what the database did for one, less than a third was
--   writing the row. Most was looking: at the envelope, for fourteen columns whose values the caller had just rendered
--   into it; at the row, with seven constraints that PostgreSQL reads and compiles anew for every statement; at the
--   subscribers, one by one. Now a message is handed over column by column, one constraint calls one function, which a
--   session compiles once, and a revision knows the versions that every subscriber reads.
-- Locks: ACCESS EXCLUSIVE on outbox.subscription_revision and then on outbox.message and its days, in the order in which
--   stagers of before take theirs. Held for an instant: no message is read again (NOT VALID, and the rows are those that
--   the same rules let in), and of revisions there are a few. While it waits for open transactions, ten seconds at most,
--   whoever stages waits behind it; then it fails, changes nothing and can be run again.
-- Way back: the function outbox.stage_messages of V10; the constraints of V1 as NOT VALID, then ALTER TABLE outbox.message
--   DROP CONSTRAINT message_is_sound; DROP FUNCTION outbox.stage_message, outbox.require_sound; ALTER TABLE
--   outbox.subscription_revision DROP COLUMN stageable; DROP FUNCTION outbox.stageable_versions. After the writers that
--   call outbox.stage_message.

SET LOCAL lock_timeout = '10s';
LOCK TABLE outbox.subscription_revision, outbox.message IN ACCESS EXCLUSIVE MODE;

-- A day that is on its way out could neither be finished nor come back once the others have the new constraint.
DO $$
DECLARE
  leaving text;
BEGIN
  SELECT string_agg(c.relname, ', ' ORDER BY c.relname) INTO leaving
  FROM pg_class AS c
  LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid AND i.inhparent = 'outbox.message'::regclass
  WHERE c.relnamespace = 'outbox'::regnamespace AND c.relname ~ '^message_p[0-9]{8}$'
    AND (i.inhrelid IS NULL OR i.inhdetachpending);
  IF leaving IS NOT NULL THEN
    RAISE EXCEPTION 'the relay is dropping a day of outbox.message: %', leaving
      USING ERRCODE = 'object_in_use', HINT = 'Let the relay finish it, then start again.';
  END IF;
END
$$;

-- The rules of V1 under their names. Each session compiles them once; a constraint of its own would be compiled for each row.
CREATE FUNCTION outbox.require_sound(
  kind              text,
  event_record      text,
  schema_version    integer,
  tenant_id         text,
  visibility        text,
  aggregate_version bigint,
  ordering_key      text)
RETURNS boolean
LANGUAGE plpgsql
IMMUTABLE
-- Or a writer could put operators of its own in the place of these.
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  broken text;
BEGIN
  IF kind IN ('integration-event', 'journey-step-command', 'provider-side-effect')
     AND (kind <> 'integration-event' OR event_record IS NOT NULL)
     AND schema_version >= 1
     AND tenant_id <> ''
     AND visibility IN ('public', 'internal', 'price-sensitive', 'personal')
     AND aggregate_version >= 0
     AND ordering_key <> '' AND length(ordering_key) <= 512 THEN
    RETURN true;
  END IF;
  broken := CASE
    WHEN kind NOT IN ('integration-event', 'journey-step-command', 'provider-side-effect') THEN 'message_kind_is_known'
    WHEN kind = 'integration-event' AND event_record IS NULL THEN 'message_event_cites_its_record'
    WHEN schema_version < 1 THEN 'message_schema_version_is_positive'
    WHEN tenant_id = '' THEN 'message_tenant_is_present'
    WHEN visibility NOT IN ('public', 'internal', 'price-sensitive', 'personal') THEN 'message_visibility_is_known'
    WHEN aggregate_version < 0 THEN 'message_aggregate_version_is_not_negative'
    ELSE 'message_ordering_key_is_storable'
  END;
  RAISE EXCEPTION 'new row for relation "message" violates check constraint "%"', broken
    USING ERRCODE = 'check_violation', SCHEMA = 'outbox', TABLE = 'message', CONSTRAINT = broken;
END
$$;

COMMENT ON FUNCTION outbox.require_sound(text, text, integer, text, text, bigint, text) IS
  'True for a message that may be stored; otherwise a check_violation with the name of the rule.';

ALTER TABLE outbox.message
  DROP CONSTRAINT message_kind_is_known,
  DROP CONSTRAINT message_event_cites_its_record,
  DROP CONSTRAINT message_schema_version_is_positive,
  DROP CONSTRAINT message_tenant_is_present,
  DROP CONSTRAINT message_visibility_is_known,
  DROP CONSTRAINT message_aggregate_version_is_not_negative,
  DROP CONSTRAINT message_ordering_key_is_storable,
  ADD CONSTRAINT message_is_sound CHECK (outbox.require_sound(
    kind, event_record, schema_version, tenant_id, visibility, aggregate_version, ordering_key)) NOT VALID;

-- As V10 made it; a subscriber that reads no version at all is named too.
CREATE OR REPLACE FUNCTION outbox.version_objection(readers jsonb, type text, version integer)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
AS $$
#variable_conflict use_variable
BEGIN
  IF coalesce(jsonb_path_exists(
      readers -> type, 'strict $.* ? (!(@[*] == $version))', jsonb_build_object('version', version)), false) THEN
    RETURN (
      SELECT string_agg(
        r.handler || ' reads ' || coalesce((
          SELECT string_agg('v' || v.one, ', ') FROM jsonb_array_elements_text(r.versions) AS v (one)), 'none'),
        '; ' ORDER BY r.handler)
      FROM jsonb_each(readers -> type) AS r (handler, versions)
      WHERE NOT r.versions @> to_jsonb(version));
  END IF;
  RETURN NULL;
END
$$;

-- By the rule of V10, asked once for each version that anybody reads.
CREATE FUNCTION outbox.stageable_versions(readers jsonb)
RETURNS jsonb
LANGUAGE sql
IMMUTABLE
STRICT
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(jsonb_object_agg(t.type, (
    SELECT coalesce(jsonb_agg(DISTINCT v.version::text), '[]')
    FROM (
      SELECT one::numeric::integer AS version
      FROM jsonb_each(t.handlers) AS h (handler, versions)
      CROSS JOIN jsonb_array_elements_text(h.versions) AS r (one)) AS v
    WHERE outbox.version_objection(readers, t.type, v.version) IS NULL)), '{}')
  FROM jsonb_each(readers) AS t (type, handlers)
$$;

COMMENT ON FUNCTION outbox.stageable_versions(jsonb) IS
  'For each type that somebody subscribes to, the versions that every subscriber reads, as texts.';

ALTER TABLE outbox.subscription_revision
  ADD COLUMN stageable jsonb NOT NULL
    GENERATED ALWAYS AS (outbox.stageable_versions(outbox.subscribed_readers(document))) STORED;

-- The steps of V3 in their order: the lock; then, in a statement that begins after the wait for it and so goes by the
-- revision that counts now, the clock, the gate, the number and the row. One statement and hardly an expression beside it,
-- since each is prepared again in every transaction.
CREATE FUNCTION outbox.stage_message(
  envelope          text,
  payload           text,
  message_id        uuid,
  kind              text,
  event_record      text,
  type              text,
  schema_version    integer,
  tenant_id         text,
  visibility        text,
  aggregate_type    text,
  aggregate_id      text,
  aggregate_version bigint,
  ordering_key      text,
  occurred_at       timestamptz,
  correlation_id    text,
  causation_id      text,
  traceparent       text)
RETURNS void
LANGUAGE plpgsql
SECURITY INVOKER
AS $$
#variable_conflict use_variable
DECLARE
  -- In an expression, since a statement of its own costs several times as much.
  locked  text := pg_advisory_xact_lock(1463900482, hashtext(ordering_key))::text;
  applied record;
BEGIN
  INSERT INTO outbox.message (
    seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
    aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, staged_at,
    correlation_id, causation_id, traceparent, payload, envelope)
  SELECT
    nextval('outbox.message_seq'), message_id, kind, event_record, type, schema_version, tenant_id, visibility,
    aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, now.recorded_at,
    correlation_id, causation_id, traceparent, payload::json,
    left(envelope, -length(now.tail))
      || to_char(now.recorded_at AT TIME ZONE 'UTC', '",\"ce_recordedtime\":\""YYYY-MM-DD"T"HH24:MI:SS.US"Z\""')
      || now.tail
  FROM (
    SELECT clock_timestamp() AS recorded_at, ',"visibility":"' || visibility || '"}' AS tail OFFSET 0) AS now
  WHERE coalesce((
      SELECT r.stageable -> type ? schema_version::text
      FROM outbox.subscription_revision AS r
      ORDER BY r.revision DESC LIMIT 1), true)
    AND right(envelope, length(now.tail)) = now.tail
    AND envelope IS JSON OBJECT
    AND strpos(envelope, '"ce_recordedtime"') = 0;
  IF FOUND THEN
    RETURN;
  END IF;

  SELECT r.revision, outbox.version_objection(r.readers, type, schema_version) AS objection INTO applied
  FROM outbox.subscription_revision AS r
  ORDER BY r.revision DESC LIMIT 1;
  IF applied.objection IS NOT NULL THEN
    RAISE EXCEPTION '% v% may not be staged under subscription revision %: %',
        type, schema_version, applied.revision, applied.objection
      USING ERRCODE = 'WB001',
        HINT = 'Deploy readers of that version, apply the subscriptions, and stage it then; or stage one that all read.';
  END IF;
  IF envelope IS JSON OBJECT AND envelope LIKE '%,"visibility":"' || visibility || '"}'
     AND strpos(envelope, '"ce_recordedtime"') = 0 THEN
    RAISE EXCEPTION '% v% was held back by a subscription revision that has just been replaced', type, schema_version
      USING ERRCODE = 'WB001', HINT = 'Repeat the transaction.';
  END IF;
  RAISE EXCEPTION 'the envelope of % must be a JSON object that ends with its visibility and holds no ce_recordedtime', message_id
    USING ERRCODE = 'invalid_parameter_value';
END
$$;

COMMENT ON FUNCTION outbox.stage_message(text, text, uuid, text, text, text, integer, text, text, text, text, bigint, text,
  timestamptz, text, text, text) IS
  'Stages one message; the columns must say what the envelope says, which ends with visibility and lacks ce_recordedtime.';

-- Several: the locks of all of them first, in one order for everybody; then one after the other, each with the columns
-- that its envelope holds.
CREATE OR REPLACE FUNCTION outbox.stage_messages(
  envelopes       text[],
  payloads        text[],
  event_records   text[],
  aggregate_types text[])
RETURNS integer
LANGUAGE plpgsql
SECURITY INVOKER
AS $$
DECLARE
  messages integer := coalesce(array_length(envelopes, 1), 0);
  key_hash integer;
  header   record;
BEGIN
  IF messages <> coalesce(array_length(payloads, 1), 0)
     OR messages <> coalesce(array_length(event_records, 1), 0)
     OR messages <> coalesce(array_length(aggregate_types, 1), 0) THEN
    RAISE EXCEPTION 'the four lists must have one element for each message'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  FOR key_hash IN
    SELECT DISTINCT hashtext(e.envelope::json ->> 'ce_partitionkey')
    FROM unnest(envelopes) AS e (envelope)
    ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(1463900482, key_hash);
  END LOOP;

  FOR i IN 1 .. messages LOOP
    SELECT h.* INTO STRICT header
    FROM json_to_record(envelopes[i]::json) AS h (
      ce_id uuid, ce_messagekind text, ce_type text, ce_schemaversion integer, ce_tenantid text, ce_subject text,
      ce_sequence bigint, ce_partitionkey text, ce_time timestamptz, ce_correlationid text, ce_causationid text,
      ce_traceparent text, ce_recordedtime text, visibility text);
    IF header.ce_recordedtime IS NOT NULL THEN
      RAISE EXCEPTION 'envelope % must end with its visibility and hold no ce_recordedtime', i
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM outbox.stage_message(
      envelopes[i], payloads[i], header.ce_id, header.ce_messagekind, event_records[i], header.ce_type,
      header.ce_schemaversion, header.ce_tenantid, header.visibility, aggregate_types[i], header.ce_subject,
      header.ce_sequence, header.ce_partitionkey, header.ce_time, header.ce_correlationid, header.ce_causationid,
      header.ce_traceparent);
  END LOOP;
  RETURN messages;
END
$$;

REVOKE EXECUTE ON FUNCTION outbox.stage_message(text, text, uuid, text, text, text, integer, text, text, text, text, bigint,
  text, timestamptz, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.stage_message(text, text, uuid, text, text, text, integer, text, text, text, text, bigint,
  text, timestamptz, text, text, text) TO "${writer}";

-- Who was granted staging otherwise than by the settings goes on staging; and what stage_message calls is run by its caller.
DO $$
DECLARE
  stager text;
BEGIN
  FOR stager IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END
    FROM pg_proc AS p CROSS JOIN aclexplode(p.proacl) AS a
    WHERE p.oid = 'outbox.stage_messages(text[], text[], text[], text[])'::regprocedure
  LOOP
    EXECUTE 'GRANT EXECUTE ON FUNCTION outbox.stage_message, outbox.require_sound, outbox.version_objection TO ' || stager;
  END LOOP;
END
$$;

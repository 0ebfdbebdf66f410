-- Reason: a type and version may be staged only when every subscriber of the type reads the version, by the applied
--   revision and not by who happens to run: a reader that is down will come back and find the message. The question is
--   asked where the row is written, in the statement that writes it: so no other statement is sent, every language
--   meets it, and nobody works with a revision that has been replaced. What cannot be read lets nobody through.
--   Who reads what is derived from the document once, when a revision is written. A contract-only subscription is never
--   delivered to, so it holds nothing back; a disabled one does: it may be enabled, and be given what it has missed.
-- Lock: ACCESS EXCLUSIVE on outbox.subscription_revision while it is written anew, a few rows: stagers do not look at it
--   yet, the relay waits for an instant.
-- Way back: the function outbox.stage_messages of V3; then ALTER TABLE outbox.subscription_revision DROP COLUMN readers;
--   DROP FUNCTION outbox.version_objection, outbox.subscribed_readers. Every version may be staged again.

CREATE FUNCTION outbox.subscribed_readers(document text)
RETURNS jsonb
LANGUAGE sql
IMMUTABLE
STRICT
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(jsonb_object_agg(by_type.type, by_type.handlers), '{}')
  FROM (
    SELECT e.entry ->> 'type' AS type, jsonb_object_agg(s.one ->> 'handler', e.entry -> 'versions') AS handlers
    FROM jsonb_array_elements(document::jsonb -> 'subscriptions') AS s (one)
    CROSS JOIN LATERAL jsonb_array_elements(s.one -> 'subscribes') AS e (entry)
    WHERE coalesce(s.one ->> 'status', 'active') <> 'contract-only'
    GROUP BY e.entry ->> 'type') AS by_type
$$;

COMMENT ON FUNCTION outbox.subscribed_readers(text) IS
  'Of a revision''s document: for each type its subscribers, for each of them the versions that it reads.';

ALTER TABLE outbox.subscription_revision
  ADD COLUMN readers jsonb NOT NULL GENERATED ALWAYS AS (outbox.subscribed_readers(document)) STORED;

-- Asked for each message, and almost always for nothing: the path is looked for without a plan or an executor, and only
-- what is held back is put into words. Strict, since a lax path would take the versions of a subscriber one by one.
CREATE FUNCTION outbox.version_objection(readers jsonb, type text, version integer)
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
        r.handler || ' reads ' || (
          SELECT string_agg('v' || v.one, ', ') FROM jsonb_array_elements_text(r.versions) AS v (one)),
        '; ' ORDER BY r.handler)
      FROM jsonb_each(readers -> type) AS r (handler, versions)
      WHERE NOT r.versions @> to_jsonb(version));
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION outbox.version_objection(jsonb, text, integer) IS
  'The subscribers that do not read a version, with those that they read; null when there is none.';

-- As V3 made it, with the question.
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
  messages      integer := coalesce(array_length(envelopes, 1), 0);
  key_hash      integer;
  recorded_at   timestamptz;
  recorded_time text;
  header        record;
  tail          text;
  applied       record;
  objection     text;
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

  -- After the wait for the locks, so that it is what counts now and not what counted when the wait began.
  SELECT r.revision, r.readers INTO applied
  FROM outbox.subscription_revision AS r
  ORDER BY r.revision DESC LIMIT 1;

  recorded_at := clock_timestamp();
  recorded_time := to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

  FOR i IN 1 .. messages LOOP
    SELECT h.* INTO STRICT header
    FROM json_to_record(envelopes[i]::json) AS h (
      ce_id uuid, ce_messagekind text, ce_type text, ce_schemaversion integer, ce_tenantid text, ce_subject text,
      ce_sequence bigint, ce_partitionkey text, ce_time timestamptz, ce_correlationid text, ce_causationid text,
      ce_traceparent text, ce_recordedtime text, visibility text);

    tail := ',"visibility":"' || header.visibility || '"}';
    IF header.ce_recordedtime IS NOT NULL OR right(envelopes[i], length(tail)) IS DISTINCT FROM tail THEN
      RAISE EXCEPTION 'envelope % must end with its visibility and hold no ce_recordedtime', i
        USING ERRCODE = 'invalid_parameter_value';
    END IF;

    objection := outbox.version_objection(applied.readers, header.ce_type, header.ce_schemaversion);
    IF objection IS NOT NULL THEN
      RAISE EXCEPTION '% v% may not be staged under subscription revision %: %',
          header.ce_type, header.ce_schemaversion, applied.revision, objection
        USING ERRCODE = 'WB001',
          HINT = 'Deploy readers of that version, apply the subscriptions, and stage it then; or stage one that all read.';
    END IF;

    INSERT INTO outbox.message (
      seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
      aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, staged_at,
      correlation_id, causation_id, traceparent, payload, envelope)
    VALUES (
      nextval('outbox.message_seq'), header.ce_id, header.ce_messagekind, event_records[i], header.ce_type,
      header.ce_schemaversion, header.ce_tenantid, header.visibility,
      aggregate_types[i], header.ce_subject, header.ce_sequence, header.ce_partitionkey, header.ce_time, recorded_at,
      header.ce_correlationid, header.ce_causationid, header.ce_traceparent, payloads[i]::json,
      left(envelopes[i], -length(tail)) || ',"ce_recordedtime":"' || recorded_time || '"' || tail);
  END LOOP;
  RETURN messages;
END
$$;

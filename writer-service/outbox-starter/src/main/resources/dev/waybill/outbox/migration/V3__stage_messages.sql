-- Reason: staging in one statement with a fixed order of steps. A function in PL/pgSQL and not one INSERT … SELECT,
--   because SQL does not promise in which order the parts of a query run, and the order is what matters here:
--     1. a lock per ordering key, held to the end of the transaction. The next stager of the key waits for this
--        commit before it draws its numbers, so that the order of seq is the order of commits within a key. Locks
--        are taken in the order of their numbers, so that two calls with the same keys cannot deadlock.
--     2. the clock, after the wait for the locks, so that staged_at does not fall behind the row's neighbours.
--     3. for each message in list order: a number, and the row.
--   The columns are read from the envelope, so that they cannot say anything else than the headers on the wire;
--   ce_recordedtime is added here, before the visibility, so that it equals staged_at.
-- Locks: at run time an advisory lock (1463900482, hash of the key) per ordering key, and ROW EXCLUSIVE on
--   outbox.message.
-- Way back: DROP FUNCTION outbox.stage_messages(text[], text[], text[], text[]); after the writers that call it.

CREATE FUNCTION outbox.stage_messages(
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

COMMENT ON FUNCTION outbox.stage_messages(text[], text[], text[], text[]) IS
  'Stages messages in list order; envelopes end with visibility and lack ce_recordedtime, added here. Returns how many.';

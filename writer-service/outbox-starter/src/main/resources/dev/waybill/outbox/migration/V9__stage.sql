-- Reason: writers in other languages. They get what SQL can check, and the very row that the starter writes: the envelope
--   is rendered here, character by character as the starter renders it, and then goes the same way, through
--   outbox.stage_messages, with the same lock for each ordering key. What needs the contracts (does the type exist, is
--   it durable, does the payload fit its schema) is the caller's.
-- Lock: none, the functions are new. At run time those of outbox.stage_messages.
-- Way back: DROP FUNCTION outbox.stage, outbox.is_staged, outbox.json_string; after the writers that call it.

-- A JSON string as the starter's library writes it: to_json writes other escapes for some control characters.
CREATE FUNCTION outbox.json_string(content text)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  escaped text := replace(replace(content, '\', '\\'), '"', '\"');
BEGIN
  IF escaped ~ '[\x01-\x1f]' THEN
    FOR code IN 1 .. 31 LOOP
      escaped := replace(escaped, chr(code), CASE code
        WHEN 8 THEN '\b' WHEN 9 THEN '\t' WHEN 10 THEN '\n' WHEN 12 THEN '\f' WHEN 13 THEN '\r'
        ELSE '\u' || upper(lpad(to_hex(code), 4, '0')) END);
    END LOOP;
  END IF;
  RETURN '"' || escaped || '"';
END
$$;

-- Whether a message has this id: the writer, which may not read messages, learns nothing else of them. Looks once into
-- the index of each day that is kept.
CREATE FUNCTION outbox.is_staged(id uuid)
RETURNS boolean
LANGUAGE sql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM outbox.message AS m WHERE m.message_id = id)
$$;

CREATE FUNCTION outbox.stage(
  source            text,
  kind              text,
  event_record      text,
  type              text,
  schema_version    integer,
  tenant_id         text,
  aggregate_type    text,
  aggregate_id      text,
  aggregate_version bigint,
  payload           text,
  ordering_key      text        DEFAULT NULL,
  visibility        text        DEFAULT 'public',
  occurred_at       timestamptz DEFAULT NULL,
  correlation_id    text        DEFAULT NULL,
  causation_id      text        DEFAULT NULL,
  traceparent       text        DEFAULT NULL,
  message_id        uuid        DEFAULT NULL,
  max_message_bytes integer     DEFAULT 921600)
RETURNS uuid
LANGUAGE plpgsql
SECURITY INVOKER
AS $$
#variable_conflict use_variable
DECLARE
  id       uuid := message_id;
  key      text := coalesce(ordering_key, aggregate_type || ':' || aggregate_id);
  random   text := replace(gen_random_uuid()::text, '-', '');
  envelope text;
  wrong    text;
  bytes    bigint;
BEGIN
  wrong := CASE
    WHEN source IS NULL OR source !~ '\S' THEN 'source is missing: name the service, such as /billing'
    WHEN kind IS NULL OR kind NOT IN ('integration-event', 'journey-step-command', 'provider-side-effect')
      THEN 'kind is none: use integration-event, journey-step-command or provider-side-effect'
    WHEN event_record IS NULL OR event_record !~ '\S' THEN 'event_record is missing: cite the id of the type''s record.yaml'
    WHEN type IS NULL OR type !~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+$'
      THEN 'type is not lower-case words joined by dots, such as activity.completed'
    WHEN schema_version IS NULL OR schema_version < 1 THEN 'schema_version is below 1'
    WHEN tenant_id IS NULL OR tenant_id !~ '\S' THEN 'tenant_id is missing: set the tenant whose data the message carries'
    WHEN aggregate_type IS NULL OR aggregate_type !~ '\S' THEN 'aggregate_type is missing'
    WHEN aggregate_id IS NULL OR aggregate_id !~ '\S' THEN 'aggregate_id is missing'
    WHEN aggregate_version IS NULL OR aggregate_version < 0 THEN 'aggregate_version is below 0'
    WHEN key !~ '\S' THEN 'ordering_key is blank'
    WHEN length(key) > 512 THEN 'ordering_key has more than 512 characters'
    WHEN visibility IS NULL OR visibility NOT IN ('public', 'internal', 'price-sensitive', 'personal')
      THEN 'visibility is none: use public, internal, price-sensitive or personal'
    WHEN occurred_at NOT BETWEEN '0001-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999999+00'
      THEN 'occurred_at is not in the years 1 to 9999: leave it out when it is not known'
    WHEN max_message_bytes IS NULL OR max_message_bytes < 1
      THEN 'max_message_bytes is missing or below 1: leave it out, or set the limit of the topics'
    WHEN traceparent <> '' AND traceparent !~ '^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$'
      THEN 'traceparent is none: pass on the header as it came, or leave it out'
    WHEN payload IS NULL OR NOT (payload IS JSON) THEN 'payload is not one JSON document'
  END;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'outbox.stage: %', wrong USING ERRCODE = 'invalid_parameter_value';
  END IF;

  -- jsonb unfolds every escape, and so finds an escaped U+0000 and half a surrogate pair. Stored is the text itself.
  BEGIN
    PERFORM payload::jsonb;
  EXCEPTION WHEN untranslatable_character OR invalid_text_representation THEN
    RAISE EXCEPTION 'outbox.stage: payload holds an escape of U+0000 or of half a surrogate pair'
      USING ERRCODE = 'invalid_parameter_value';
  END;

  IF id IS NOT NULL THEN
    -- Held to the end of the transaction: what another one has staged and not committed cannot be seen.
    PERFORM pg_advisory_xact_lock(hashtextextended(id::text, 1463900482));
    IF outbox.is_staged(id) THEN
      RAISE EXCEPTION 'outbox.stage: message_id % is staged already: leave it out, or use one for one message', id
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
  ELSE
    -- UUIDv7 (RFC 9562): 48 bits of milliseconds, then chance. Built here, since uuidv7() came with PostgreSQL 18.
    id := (lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
      || '7' || substr(random, 14))::uuid;
  END IF;

  envelope := '{"ce_specversion":"1.0"'
    || ',"ce_id":"' || id || '"'
    || ',"ce_source":' || outbox.json_string(source)
    || ',"ce_type":"' || type || '"'
    || ',"ce_time":"'
    || to_char(coalesce(occurred_at, clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'
    || ',"ce_subject":' || outbox.json_string(aggregate_id)
    || ',"ce_dataschema":"waybill:/schemas/' || type || '/' || schema_version || '"'
    || ',"content-type":"application/json"'
    || ',"ce_partitionkey":' || outbox.json_string(key)
    || ',"ce_sequence":"' || lpad(aggregate_version::text, 19, '0') || '"'
    || coalesce(',"ce_correlationid":' || outbox.json_string(nullif(correlation_id, '')), '')
    || coalesce(',"ce_causationid":' || outbox.json_string(nullif(causation_id, '')), '')
    || coalesce(',"ce_traceparent":' || outbox.json_string(nullif(traceparent, '')), '')
    || ',"ce_tenantid":' || outbox.json_string(tenant_id)
    || ',"ce_messagekind":"' || kind || '"'
    || ',"ce_schemaversion":"' || schema_version || '"'
    || ',"visibility":"' || visibility || '"}';

  -- The key, the recorded time and 512 bytes for each hop, as the starter counts; the envelope's quotes and commas are a
  -- little more than the headers, which errs on the safe side.
  bytes := 36 + 42 + 512 + octet_length(payload) + octet_length(envelope);
  IF bytes > max_message_bytes THEN
    RAISE EXCEPTION 'outbox.stage: the message has % bytes on the wire, more than %', bytes, max_message_bytes
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  PERFORM outbox.stage_messages(ARRAY[envelope], ARRAY[payload], ARRAY[event_record], ARRAY[aggregate_type]);
  RETURN id;
END
$$;

COMMENT ON FUNCTION outbox.stage(text, text, text, text, integer, text, text, text, bigint, text, text, text, timestamptz,
  text, text, text, uuid, integer) IS
  'Stages one message in the current transaction, for writers without the starter; returns its id. See docs/reference/sql-staging.md.';

REVOKE EXECUTE ON FUNCTION outbox.is_staged(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.is_staged(uuid) TO "${writer}";
REVOKE EXECUTE ON FUNCTION outbox.stage(text, text, text, text, integer, text, text, text, bigint, text, text, text,
  timestamptz, text, text, text, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.stage(text, text, text, text, integer, text, text, text, bigint, text, text, text,
  timestamptz, text, text, text, uuid, integer) TO "${writer}";

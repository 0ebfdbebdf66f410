-- Reason: what was answered to a request with an Idempotency-Key, in the transaction of its change, so that a repeat has
--   the same answer and no effect. The function waits for a request with the same key that is under way, but not for
--   long, since who waits holds a connection; its clock is lock_timeout, which is restored when it returns. It locks a
--   number made of tenant and key, so that there is something to wait for before there is a row.
-- Lock: none, the objects are new. At run time an advisory lock (1463900483, hash of tenant and key).
-- Way back: DROP FUNCTION activity.find_answer(text, text); DROP TABLE activity.answer; requests that are sent again are
--   then new ones.

CREATE TABLE activity.answer (
  tenant_id       text        NOT NULL,
  idempotency_key text        NOT NULL,
  fingerprint     text        NOT NULL,
  answered_at     timestamptz NOT NULL,
  status          integer     NOT NULL,
  location        text,
  body            text,
  CONSTRAINT answer_pkey PRIMARY KEY (tenant_id, idempotency_key),
  CONSTRAINT answer_tells_of_success CHECK (status BETWEEN 200 AND 299)
);

-- Serves forgetting the oldest.
CREATE INDEX answer_answered_at_idx ON activity.answer (answered_at);

COMMENT ON TABLE activity.answer IS
  'Answers to requests with an Idempotency-Key, kept for waybill.activity.idempotency.retention.';

CREATE FUNCTION activity.find_answer(tenant text, key text)
RETURNS TABLE (fingerprint text, status integer, location text, body text)
LANGUAGE plpgsql
SET lock_timeout = '3s'
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1463900483, hashtext(tenant || ' ' || key));
  -- A statement of its own, so that it sees what was committed during the wait.
  RETURN QUERY
    SELECT a.fingerprint, a.status, a.location, a.body
    FROM activity.answer AS a
    WHERE a.tenant_id = tenant AND a.idempotency_key = key;
END
$$;

COMMENT ON FUNCTION activity.find_answer(text, text) IS
  'The answer that a request had; holds its key until the transaction ends.';

REVOKE EXECUTE ON FUNCTION activity.find_answer(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION activity.find_answer(text, text) TO "${writer}";
GRANT SELECT, INSERT, DELETE ON activity.answer TO "${writer}";

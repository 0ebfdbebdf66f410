-- Reason: what people ask of a handler, and what they did. A pause is a row, so that every instance keeps to it and a
--   restart does not end it. inbox.action cannot be altered: the service may add to it and read it.
--   purge_deliveries is the one way in which a row of the inbox goes: the service has no right to delete.
-- Lock: none, the objects are new.
-- Way back: DROP FUNCTION inbox.purge_deliveries; DROP TABLE inbox.action, inbox.pause, inbox.health.

CREATE TABLE inbox.pause (
  handler   text        NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  paused_by text        NOT NULL,
  reason    text        NOT NULL,
  CONSTRAINT pause_pkey PRIMARY KEY (handler)
);

CREATE TABLE inbox.action (
  action_id bigint      GENERATED ALWAYS AS IDENTITY,
  at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor     text        NOT NULL,
  roles     text        NOT NULL,
  action    text        NOT NULL,
  handler   text,
  selection text        NOT NULL,
  reason    text,
  failure   text,
  outcome   text        NOT NULL,
  CONSTRAINT action_pkey PRIMARY KEY (action_id)
);

COMMENT ON COLUMN inbox.action.failure IS 'The failure that the action answers, as it was then.';
COMMENT ON COLUMN inbox.action.outcome IS 'done, nothing-found, refused or denied, and how many.';

CREATE TABLE inbox.health (
  handler                   text        NOT NULL,
  instance                  text        NOT NULL,
  heartbeat_at              timestamptz NOT NULL,
  last_event_at             timestamptz,
  last_success_at           timestamptz,
  last_failure_at           timestamptz,
  pending                   bigint      NOT NULL,
  processing                bigint      NOT NULL,
  retry                     bigint      NOT NULL,
  waiting                   bigint      NOT NULL,
  dead_letter               bigint      NOT NULL,
  unsupported_version       bigint      NOT NULL,
  processing_lag_ms         bigint      NOT NULL,
  last_drain_at             timestamptz,
  CONSTRAINT health_pkey PRIMARY KEY (handler, instance)
);

CREATE FUNCTION inbox.purge_deliveries(of_handler text, older_than interval, most integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM inbox.replay WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM inbox.replay
    WHERE noted_at < (SELECT clock_timestamp() - older_than) LIMIT most));
  WITH gone AS (
    DELETE FROM inbox.delivery d
    USING (
      -- SKIP LOCKED: somebody looks at it or replays it; the next purge takes it.
      SELECT handler, message_id FROM inbox.delivery
      WHERE handler = of_handler
        AND state IN ('completed', 'skipped_unsupported_version', 'ignored')
        -- The moment is a subquery: a function of the clock fits no index.
        AND coalesce(completed_at, ended_at) < (SELECT clock_timestamp() - older_than)
      ORDER BY coalesce(completed_at, ended_at) LIMIT most FOR UPDATE SKIP LOCKED) AS old
    WHERE d.handler = old.handler AND d.message_id = old.message_id
    RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;

REVOKE ALL ON FUNCTION inbox.purge_deliveries(text, interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION inbox.purge_deliveries(text, interval, integer) TO "${handler}";
GRANT SELECT, INSERT, DELETE ON inbox.pause TO "${handler}";
GRANT SELECT, INSERT ON inbox.action TO "${handler}";
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox.health TO "${handler}";

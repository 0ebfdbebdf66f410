-- Who works off the stops; it owns nothing.
DO $$
BEGIN
  CREATE ROLE waybill_worker LOGIN;
EXCEPTION
  -- Roles belong to the whole server.
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

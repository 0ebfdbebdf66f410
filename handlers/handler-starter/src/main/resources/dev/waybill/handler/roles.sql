-- The two roles of a handler's database. Run once per database by an administrator; running it again changes nothing
-- that is already right. It sets no passwords: add them, or another way to log in, as your site does.
--
--   waybill_migrator  owns everything that Waybill creates; runs the migrations
--   waybill_handler   the service: its own tables, and the inbox
--
-- Locks: none that another session would notice.
-- Way back: DROP OWNED BY and DROP ROLE for each, after the tables are no longer needed.

DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['waybill_migrator', 'waybill_handler'] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN', role_name);
      EXCEPTION
        -- Roles belong to the whole server: another database's run may have been faster.
        WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
  END LOOP;

  -- CREATE on the database: to create the schemas.
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO waybill_migrator', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO waybill_handler', current_database());
END
$$;

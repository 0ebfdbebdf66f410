-- The three roles of a writer's database. Run once per database by an administrator; running it again changes
-- nothing that is already right. It sets no passwords: add them, or another way to log in, as your site does.
--
--   waybill_migrator  owns everything that Waybill creates; runs the migrations, makes and drops day partitions
--   waybill_writer    the service: its own tables, and INSERT on outbox.message
--   waybill_relay     reads the outbox and streams the WAL; REPLICATION is what allows the latter
--
-- Where only a superuser may grant REPLICATION (managed services), grant what the service offers in its place, for
-- instance rds_replication, and let `./waybill doctor` prove it by connecting.
-- Locks: none that another session would notice.
-- Way back: DROP OWNED BY and DROP ROLE for each, after the tables are no longer needed.

DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['waybill_migrator', 'waybill_writer', 'waybill_relay'] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN', role_name);
      EXCEPTION
        -- Roles belong to the whole server: another database's run may have been faster.
        WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
  END LOOP;

  IF NOT (SELECT rolreplication FROM pg_catalog.pg_roles WHERE rolname = 'waybill_relay') THEN
    ALTER ROLE waybill_relay REPLICATION;
  END IF;

  -- CREATE on the database: to create the schemas and the publication.
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO waybill_migrator', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO waybill_writer, waybill_relay', current_database());
END
$$;

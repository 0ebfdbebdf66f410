DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'servers_it_clerk') THEN
    CREATE ROLE servers_it_clerk LOGIN;
  END IF;
END $$;

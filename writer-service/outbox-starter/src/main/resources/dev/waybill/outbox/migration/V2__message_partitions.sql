-- Reason: one partition per UTC day, made ahead of time. Making one is an owner's job; the function lends exactly that
--   to the relay, which keeps 14 days ahead. The first days are made here, so that staging works at once.
-- Lock: SHARE UPDATE EXCLUSIVE on outbox.message while a day is attached, which no stager notices. (CREATE TABLE …
--   PARTITION OF would take ACCESS EXCLUSIVE and queue every stager behind the oldest open transaction.)
-- Way back: DROP FUNCTION outbox.ensure_message_partitions(integer); the partitions stay.

CREATE FUNCTION outbox.ensure_message_partitions(days integer)
RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  today     date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  made      integer := 0;
  day       date;
  partition text;
BEGIN
  IF days IS NULL OR days NOT BETWEEN 0 AND 366 THEN
    RAISE EXCEPTION 'days is %, not between 0 and 366', coalesce(days::text, 'null')
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  -- One maker at a time: two would both find a day missing.
  PERFORM pg_advisory_xact_lock(1463900482, hashtext('outbox.ensure_message_partitions'));

  -- From yesterday, since a stager's clock may still be short of midnight when the day is made.
  FOR ahead IN -1 .. days LOOP
    day := today + ahead;
    partition := 'message_p' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_inherits
      WHERE inhparent = 'outbox.message'::regclass
        AND inhrelid = to_regclass(format('outbox.%I', partition)));
    EXECUTE format('CREATE TABLE outbox.%I (LIKE outbox.message INCLUDING ALL)', partition);
    EXECUTE format(
      'ALTER TABLE outbox.message ATTACH PARTITION outbox.%I FOR VALUES FROM (%L) TO (%L)',
      partition,
      to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
      to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00');
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

COMMENT ON FUNCTION outbox.ensure_message_partitions(integer) IS
  'Makes the day partitions of outbox.message from yesterday to so many days ahead; returns how many were missing.';

SELECT outbox.ensure_message_partitions(14);

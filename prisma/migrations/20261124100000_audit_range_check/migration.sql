-- The audit log becomes partitioned by month. What exists becomes its first partition, which ends one to two months
-- from now, so that rows can be added however long the next steps take. This constraint spares PostgreSQL a scan when
-- the table is attached. It is named after the month in which the partition ends.
SET lock_timeout = '300ms';

DO $migration$
DECLARE
  first timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months';
BEGIN
  FOR try IN 1..120 LOOP
    BEGIN
      EXECUTE format('ALTER TABLE audit_events ADD CONSTRAINT %I CHECK (at < %L) NOT VALID',
        'audit_events_before_' || to_char(first, 'YYYY_MM'), first AT TIME ZONE 'UTC');
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF try = 120 THEN RAISE; END IF;
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
END $migration$;

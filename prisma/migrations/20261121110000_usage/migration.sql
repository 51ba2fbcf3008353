-- How usage is laid out for reading: one stretch of an index for each key, over all servers, with the counts in it.
-- The tables are as new as this: nothing waits.
SET lock_timeout = '5s';

ALTER TABLE usage_points DROP CONSTRAINT usage_points_pkey,
  ADD CONSTRAINT usage_points_pkey PRIMARY KEY (key_id, bucket, server_id) INCLUDE (checked, hits, errors);
ALTER TABLE usage_hours DROP CONSTRAINT usage_hours_pkey,
  ADD CONSTRAINT usage_hours_pkey PRIMARY KEY (key_id, bucket, server_id) INCLUDE (checked, hits, errors);
-- What lies in a vacuumed page is read from the index alone.
ALTER TABLE usage_hours SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Rows that every report updates need room beside them, so that no index has to follow.
ALTER TABLE usage_days SET (fillfactor = 50);
ALTER TABLE fuzzy_keys SET (fillfactor = 60);

-- Partitions are made beside the table and then attached: nobody who reads or writes it waits.
CREATE OR REPLACE FUNCTION ensure_usage_partition(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  part text := 'usage_points_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('usage_parts.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_usage_partition'));
  -- to_regclass may not have heard yet of what another session made while this one waited
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'usage_parts'::regnamespace AND relname = part) THEN RETURN; END IF;
  EXECUTE format(
    'CREATE TABLE usage_parts.%I (LIKE usage_points INCLUDING ALL)
       WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', part);
  EXECUTE format(
    'ALTER TABLE usage_points ATTACH PARTITION usage_parts.%I FOR VALUES FROM (%L) TO (%L)',
    part, first AT TIME ZONE 'UTC', (first + interval '1 month') AT TIME ZONE 'UTC');
END $$;

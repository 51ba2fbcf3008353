-- The app's role owns no table (docs/decisions/0024), so what needs an owner is done by these two functions, which run
-- with the rights of theirs. Who may call them is granted by local/grants.ts.
SET lock_timeout = '5s';

ALTER FUNCTION ensure_usage_partition(timestamptz) SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;
REVOKE EXECUTE ON FUNCTION ensure_usage_partition(timestamptz) FROM PUBLIC;

-- Drops one month of raw usage, and nothing else.
CREATE FUNCTION drop_usage_partition(part text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF part !~ '^usage_points_[0-9]{4}_[0-9]{2}$' THEN RAISE EXCEPTION 'no partition of usage_points'; END IF;
  EXECUTE format('DROP TABLE usage_parts.%I', part);
END $$;
REVOKE EXECUTE ON FUNCTION drop_usage_partition(text) FROM PUBLIC;

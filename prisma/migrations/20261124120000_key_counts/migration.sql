SET lock_timeout = '5s';

-- Numbers of keys without counting them (docs/decisions/0012). A key past the end of its grace period still counts as
-- active here, until a job deletes it: the time of a read decides that, so the read subtracts these few.
CREATE FUNCTION tallies.counters_of(deleted_at timestamptz, email text, description text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN deleted_at IS NOT NULL THEN ARRAY['keys deleted'] ELSE array_remove(ARRAY[
    'keys active',
    CASE WHEN email IS NOT NULL THEN 'keys with email' END,
    CASE WHEN description COLLATE "C" ILIKE '%stripe%' THEN 'keys stripe' END,
    CASE WHEN email IS NULL AND NOT (description COLLATE "C" ILIKE '%stripe%' AND description LIKE '%sub\_%')
      THEN 'keys manual' END], NULL) END
$$;

CREATE FUNCTION tallies.count_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT name, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed, unnest(tallies.counters_of(deleted_at, email, description)) name GROUP BY name;
  RETURN NULL;
END $$;
CREATE FUNCTION tallies.count_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT name, sum(n) FROM (
    SELECT unnest(tallies.counters_of(OLD.deleted_at, OLD.email, OLD.description)) AS name, -1 AS n
    UNION ALL SELECT unnest(tallies.counters_of(NEW.deleted_at, NEW.email, NEW.description)), 1
  ) moved GROUP BY name HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER keys_counted_in AFTER INSERT ON fuzzy_keys
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_keys();
CREATE TRIGGER keys_counted_out AFTER DELETE ON fuzzy_keys
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_keys();
CREATE TRIGGER keys_counted_anew AFTER UPDATE OF deleted_at, email, description ON fuzzy_keys FOR EACH ROW
  WHEN ((OLD.deleted_at, OLD.email, OLD.description) IS DISTINCT FROM (NEW.deleted_at, NEW.email, NEW.description))
  EXECUTE FUNCTION tallies.count_key_change();

-- Whether a key is silent, as of the last run of the job usage.rank. With an index on the last use itself, every report
-- would have to change all indexes of the keys.
ALTER TABLE usage_standings ADD COLUMN is_silent boolean NOT NULL DEFAULT false;

-- Puts a table with partitions in the place of the audit log, and attaches the old table as the first partition. Takes
-- milliseconds however long the log is: the range is checked, and the indexes exist (before.sql).
SET lock_timeout = '300ms';

-- Prisma does not list this schema, so partitions are no drift.
CREATE SCHEMA audit_parts;

DO $migration$
DECLARE
  range_check name := conname FROM pg_constraint
    WHERE conrelid = 'audit_events'::regclass AND conname LIKE 'audit\_events\_before\_%';
  first timestamp := to_timestamp(right(range_check, 7), 'YYYY_MM')::timestamp;
  granted name;
BEGIN
  -- New events wait behind a waiting lock. So this never waits for long at a time.
  FOR try IN 1..120 LOOP
    BEGIN
      LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF try = 120 THEN RAISE; END IF;
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  DROP TRIGGER audit_events_append_only ON audit_events; -- attaching adds the new table's
  ALTER TABLE audit_events DROP CONSTRAINT audit_events_pkey,
    ADD CONSTRAINT audit_events_at_id_pkey PRIMARY KEY USING INDEX audit_events_at_id_pkey;
  DROP INDEX audit_events_at_id_idx; -- the primary key is read backwards
  ALTER TABLE audit_events SET SCHEMA audit_parts;
  EXECUTE format('ALTER TABLE audit_parts.audit_events RENAME TO %I', range_check);

  CREATE TABLE audit_events (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "target_id" TEXT,
    "data" JSONB NOT NULL,
    "ip" TEXT,
    "request_id" TEXT,
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("at", "id")
  ) PARTITION BY RANGE ("at");
  CREATE INDEX audit_events_actor_id_at_idx ON audit_events (actor_id, at DESC);
  CREATE INDEX audit_events_target_id_at_idx ON audit_events (target_id, at DESC);
  CREATE INDEX audit_events_action_at_id_idx ON audit_events (action, at DESC, id DESC);
  CREATE INDEX audit_events_request_id_idx ON audit_events (request_id);
  CREATE INDEX audit_events_ip_at_id_idx ON audit_events (ip, at DESC, id DESC);
  CREATE INDEX audit_events_rare_actors_idx ON audit_events (actor_kind, at DESC, id DESC)
    WHERE actor_kind IN ('admin', 'server');
  CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  -- The default rights of the app include UPDATE and DELETE.
  FOR granted IN SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'audit_events'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON audit_events FROM %I', granted);
  END LOOP;

  EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION audit_parts.%I FOR VALUES FROM (MINVALUE) TO (%L)',
    range_check, first AT TIME ZONE 'UTC');
  EXECUTE format('ALTER TABLE audit_parts.%I DROP CONSTRAINT %I', range_check, range_check);
END $migration$;

-- Creates the missing partitions up to a moment's UTC month. The first partition, `before_<month>`, has no beginning and
-- the last, `from_<month>`, has no end, so that no event is ever refused. The last becomes that of its month, and a new
-- one follows. If nobody called this for so long that the last has events, it keeps all months that they are from.
-- There is no partition FOR DEFAULT, because without it the others have an order in which they are read.
-- Waits for a lock only briefly, because new events wait behind it, and then throws.
CREATE FUNCTION ensure_audit_partition(moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '300ms' AS $$
DECLARE
  wanted timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  last name;
  first timestamp;
  newest timestamptz;
  next timestamp;
BEGIN
  LOOP
    SELECT relname INTO STRICT last FROM pg_class
      WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r' AND relname LIKE 'audit\_events\_from\_%';
    first := to_timestamp(right(last, 7), 'YYYY_MM')::timestamp;
    EXIT WHEN first > wanted;
    LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE;
    CONTINUE WHEN to_regclass('audit_parts.' || last) IS NULL; -- somebody else was faster
    EXECUTE format('SELECT max(at) FROM audit_parts.%I', last) INTO newest;
    next := date_trunc('month', greatest(first, newest AT TIME ZONE 'UTC')) + interval '1 month';
    EXECUTE format('ALTER TABLE audit_events DETACH PARTITION audit_parts.%I', last);
    EXECUTE format('ALTER TABLE audit_parts.%I RENAME TO %I', last, 'audit_events_' || to_char(first, 'YYYY_MM'));
    EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION audit_parts.%I FOR VALUES FROM (%L) TO (%L)',
      'audit_events_' || to_char(first, 'YYYY_MM'), first AT TIME ZONE 'UTC', next AT TIME ZONE 'UTC');
    PERFORM start_last_audit_partition(next);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ensure_audit_partition(timestamptz) FROM PUBLIC;

CREATE FUNCTION start_last_audit_partition(first timestamp) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  part text := 'audit_events_from_' || to_char(first, 'YYYY_MM');
BEGIN
  EXECUTE format('CREATE TABLE audit_parts.%I PARTITION OF audit_events FOR VALUES FROM (%L) TO (MAXVALUE)',
    part, first AT TIME ZONE 'UTC');
  -- Unlike the trigger for rows, this one is not copied from the partitioned table.
  EXECUTE format('CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_parts.%I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', part);
END $$;
REVOKE EXECUTE ON FUNCTION start_last_audit_partition(timestamp) FROM PUBLIC;

SELECT start_last_audit_partition(to_timestamp(right(relname, 7), 'YYYY_MM')::timestamp)
FROM pg_class WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r' AND relname LIKE 'audit\_events\_before\_%';
SELECT ensure_audit_partition(now() + interval '3 months');

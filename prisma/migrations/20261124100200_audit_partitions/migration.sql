-- Puts a table with partitions in the place of the audit log, and attaches the old table as the first partition. Takes
-- milliseconds however long the log is: the range is checked, and the indexes exist (before.sql).
SET lock_timeout = '1s';

-- Prisma does not list this schema, so partitions are no drift.
CREATE SCHEMA audit_parts;

DO $migration$
DECLARE
  range_check name := conname FROM pg_constraint
    WHERE conrelid = 'audit_events'::regclass AND conname LIKE 'audit\_events\_before\_%';
  first timestamp := to_timestamp(right(range_check, 7), 'YYYY_MM')::timestamp;
  granted name;
BEGIN
  -- Whoever comes after a waiting lock waits, too. So this never waits longer than a second at a time.
  FOR try IN 1..60 LOOP
    BEGIN
      LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF try = 60 THEN RAISE; END IF;
      PERFORM pg_sleep(1);
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

-- Holds rows of months without a partition, so that no row is ever refused.
CREATE TABLE audit_parts.audit_events_rest PARTITION OF audit_events DEFAULT;
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_parts.audit_events_rest
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Creates the partition of a moment's UTC month if it is missing, separately, so that readers and writers do not wait.
-- Months before the end of the first partition need none. A month that already has rows in audit_events_rest stays there.
CREATE FUNCTION ensure_audit_partition(moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  part text := 'audit_events_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('audit_parts.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_audit_partition'));
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r' AND (relname = part
      OR relname LIKE 'audit\_events\_before\_%' AND right(relname, 7) > to_char(first, 'YYYY_MM')))
    OR EXISTS (SELECT FROM audit_parts.audit_events_rest
      WHERE at >= first AT TIME ZONE 'UTC' AND at < (first + interval '1 month') AT TIME ZONE 'UTC')
  THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE audit_parts.%I (LIKE audit_events INCLUDING ALL)', part);
  EXECUTE format('CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_parts.%I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', part);
  EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION audit_parts.%I FOR VALUES FROM (%L) TO (%L)',
    part, first AT TIME ZONE 'UTC', (first + interval '1 month') AT TIME ZONE 'UTC');
END $$;
REVOKE EXECUTE ON FUNCTION ensure_audit_partition(timestamptz) FROM PUBLIC;

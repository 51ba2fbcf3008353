-- Reads the whole table, but lets everybody else read and write it. In a migration of its own, because the one before
-- holds an exclusive lock to its end.
SET lock_timeout = '5s';

DO $migration$
DECLARE
  range_check name := conname FROM pg_constraint
    WHERE conrelid = 'audit_events'::regclass AND conname LIKE 'audit\_events\_before\_%';
BEGIN
  EXECUTE format('ALTER TABLE audit_events VALIDATE CONSTRAINT %I', range_check);
END $migration$;

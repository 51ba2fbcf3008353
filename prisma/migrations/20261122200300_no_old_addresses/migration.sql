-- The trail refers to people by their ids; their addresses stand in `users` alone. This takes addresses and typed texts
-- out of what older versions wrote, and out of the keys of people who are gone.
--
-- Known are: keys without an owner that are called `Manual <address>` while nobody has that address, and what the trail
-- says was somebody's address and is nobody's now. Not known, and left as they are: an address that an admin typed as a
-- key's email or in notes, and that no account ever had; other texts that name somebody who is gone.
SET lock_timeout = '5s';

-- One statement, so that it is one transaction: nobody else ever sees the trail's guard down, and no lock keeps them waiting.
DO $migration$
DECLARE
  any_address text := '[^\s"\\/]+(@|%40)[^\s"\\/]+';
BEGIN
  CREATE TEMPORARY TABLE gone_addresses ON COMMIT DROP AS
  SELECT DISTINCT address, '(^|[^a-z0-9._+-])' || regexp_replace(address, '([^a-z0-9@])', '\\\1', 'g')
    || '($|[^a-z0-9.-]|\.($|[^a-z0-9]))' AS pattern
  FROM (
    SELECT coalesce(data #>> '{after,email}', data ->> 'email') AS address FROM audit_events WHERE action = 'user.created'
    UNION ALL SELECT data #>> '{before,email}' FROM audit_events WHERE action = 'user.deleted'
    UNION ALL SELECT unnest(ARRAY[data ->> 'before', data ->> 'after']) FROM audit_events
      WHERE action IN ('user.email_changed', 'user.email_change_undone')) told
  WHERE address LIKE '%@%'
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = address)
    AND NOT EXISTS (SELECT 1 FROM email_changes c WHERE address IN (c.old_email, c.new_email));

  UPDATE fuzzy_keys k SET version = version + 1, description = 'Manual ' || key_id
    || CASE WHEN EXISTS (SELECT 1 FROM fuzzy_keys o WHERE o.description = 'Manual ' || k.key_id) THEN ' (' || k.id || ')' ELSE '' END
  WHERE description LIKE '%@%' AND (
    EXISTS (SELECT 1 FROM gone_addresses g WHERE k.description ~* g.pattern)
    OR user_id IS NULL AND description ~ '^Manual [^\s]+@[^\s]+( \d+)?( \(old key .*)?$'
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = split_part(k.description, ' ', 2)));
  UPDATE fuzzy_keys SET version = version + 1, email = NULL WHERE email IN (SELECT address FROM gone_addresses);

  EXECUTE $f$CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RETURN NEW; END'$f$;
  UPDATE audit_events SET data = data #- '{before,notes}' #- '{after,notes}' || '{"changed": ["notes"]}'
  WHERE action IN ('user.created', 'user.updated') AND (data #> '{after}' ? 'notes');
  UPDATE audit_events SET data = data - 'name' - 'before' - 'after'
  WHERE action IN ('user.passkey_added', 'user.passkey_renamed', 'user.passkey_removed', 'user.usage_token_created',
    'user.usage_token_revoked');
  UPDATE audit_events SET data = data - 'search' WHERE action = 'user.list_exported' AND data ? 'search';
  UPDATE audit_events SET data = regexp_replace(data::text, any_address, '<address>', 'gi')::jsonb
  WHERE data::text ~* '@|%40';
  EXECUTE $f$CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$$f$;

  -- What failed jobs left; new ones leave no address.
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    EXECUTE 'UPDATE pgboss.job SET output = regexp_replace(output::text, $1, ''<address>'', ''gi'')::jsonb
      WHERE output::text ~* ''@|%40''' USING any_address;
    IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'pgboss.job'::regclass AND attname = 'source_output') THEN
      EXECUTE 'UPDATE pgboss.job SET source_output = regexp_replace(source_output::text, $1, ''<address>'', ''gi'')::jsonb
        WHERE source_output::text ~* ''@|%40''' USING any_address;
    END IF;
  END IF;
END $migration$;

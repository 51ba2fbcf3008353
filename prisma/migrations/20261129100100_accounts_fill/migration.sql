-- What batches.sql, which bin/migrate runs before this, has left: nothing, unless Prisma's CLI applies the migration.
INSERT INTO accounts (id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at)
SELECT id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at FROM users
WHERE id > (SELECT last FROM accounts_filled) FOR SHARE ON CONFLICT (id) DO NOTHING;
INSERT INTO memberships (account_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM users
WHERE id > (SELECT last FROM accounts_filled) FOR SHARE ON CONFLICT (account_id, user_id) DO NOTHING;
DROP TABLE accounts_filled;

-- A new account has an owner when its transaction ends.
CREATE FUNCTION assert_account_owned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id)
    AND NOT EXISTS (SELECT 1 FROM memberships WHERE account_id = NEW.id AND role = 'owner') THEN
    RAISE EXCEPTION 'The account % has no owner.', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_owned', TABLE = 'accounts';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER accounts_owned AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION assert_account_owned();

-- The third release of accounts (docs/decisions/0068): users.stripe_customer_id, daily_limit, custom_key, muted_alerts and
-- shows_addresses are neither read nor written any more. The release before reads and writes them, so they and the
-- triggers stay until the next one. From now on, only what has changed is copied, so that an older value overwrites nothing,
-- and a change that came from the other side ends there.
CREATE OR REPLACE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  UPDATE users u SET
    stripe_customer_id = CASE WHEN OLD.stripe_customer_id IS DISTINCT FROM NEW.stripe_customer_id THEN NEW.stripe_customer_id ELSE u.stripe_customer_id END,
    daily_limit = CASE WHEN OLD.daily_limit IS DISTINCT FROM NEW.daily_limit THEN NEW.daily_limit ELSE u.daily_limit END,
    custom_key = CASE WHEN OLD.custom_key IS DISTINCT FROM NEW.custom_key THEN NEW.custom_key ELSE u.custom_key END,
    muted_alerts = CASE WHEN OLD.muted_alerts IS DISTINCT FROM NEW.muted_alerts THEN NEW.muted_alerts ELSE u.muted_alerts END,
    shows_addresses = CASE WHEN OLD.shows_addresses IS DISTINCT FROM NEW.shows_addresses THEN NEW.shows_addresses ELSE u.shows_addresses END
  WHERE u.id = NEW.id
    -- A block of the account is not one of the person.
    AND (OLD.stripe_customer_id, OLD.daily_limit, OLD.custom_key, OLD.muted_alerts, OLD.shows_addresses)
      IS DISTINCT FROM (NEW.stripe_customer_id, NEW.daily_limit, NEW.custom_key, NEW.muted_alerts, NEW.shows_addresses)
    AND EXISTS (SELECT FROM memberships m WHERE m.account_id = NEW.id AND m.user_id = NEW.id AND m.role = 'owner');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  UPDATE accounts a SET
    stripe_customer_id = CASE WHEN OLD.stripe_customer_id IS DISTINCT FROM NEW.stripe_customer_id THEN NEW.stripe_customer_id ELSE a.stripe_customer_id END,
    daily_limit = CASE WHEN OLD.daily_limit IS DISTINCT FROM NEW.daily_limit THEN NEW.daily_limit ELSE a.daily_limit END,
    custom_key = CASE WHEN OLD.custom_key IS DISTINCT FROM NEW.custom_key THEN NEW.custom_key ELSE a.custom_key END,
    muted_alerts = CASE WHEN OLD.muted_alerts IS DISTINCT FROM NEW.muted_alerts THEN NEW.muted_alerts ELSE a.muted_alerts END,
    shows_addresses = CASE WHEN OLD.shows_addresses IS DISTINCT FROM NEW.shows_addresses THEN NEW.shows_addresses ELSE a.shows_addresses END,
    -- As lib/accounts/blocks.ts decides: an account is blocked with its last owner who is not.
    blocked_at = CASE
      WHEN OLD.blocked_at IS NOT DISTINCT FROM NEW.blocked_at THEN a.blocked_at
      WHEN NEW.blocked_at IS NOT NULL AND EXISTS (
        SELECT FROM memberships m JOIN users other ON other.id = m.user_id
        WHERE m.account_id = NEW.id AND m.role = 'owner' AND other.blocked_at IS NULL) THEN a.blocked_at
      ELSE NEW.blocked_at END
  WHERE a.id = NEW.id
    AND EXISTS (SELECT FROM memberships m WHERE m.account_id = NEW.id AND m.user_id = NEW.id AND m.role = 'owner');
  RETURN NULL;
END $$;

-- The account of a new user may already be there.
CREATE OR REPLACE FUNCTION open_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO accounts (id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at)
  SELECT id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at FROM made
  ON CONFLICT (id) DO NOTHING;
  INSERT INTO memberships (account_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM made
  ON CONFLICT (account_id, user_id) DO NOTHING;
  RETURN NULL;
END $$;

-- A new account of a person who is blocked is blocked.
CREATE OR REPLACE FUNCTION open_account_of_leaver() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opened uuid := gen_random_uuid();
  blocked timestamptz;
BEGIN
  SELECT blocked_at INTO blocked FROM users WHERE id = OLD.user_id FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM memberships WHERE user_id = OLD.user_id) THEN
    INSERT INTO accounts (id, blocked_at) VALUES (opened, blocked);
    INSERT INTO memberships (account_id, user_id, role) VALUES (opened, OLD.user_id, 'owner');
  END IF;
  RETURN NULL;
END $$;

-- The release before blocked a person's first account only. Few users are blocked, and an index finds them.
UPDATE accounts a SET blocked_at = u.blocked_at
FROM users u JOIN memberships m ON m.user_id = u.id AND m.role = 'owner'
WHERE u.blocked_at IS NOT NULL AND a.id = m.account_id AND a.blocked_at IS NULL AND NOT EXISTS (
  SELECT FROM memberships o JOIN users other ON other.id = o.user_id
  WHERE o.account_id = a.id AND o.role = 'owner' AND other.blocked_at IS NULL);

ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_daily_limit";

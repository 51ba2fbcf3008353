-- The second release of accounts (docs/decisions/0068): what an account owns refers to accounts. The column keeps its name,
-- because the release before reads it. Existing rows are checked by the next migration, which blocks no one.
SET lock_timeout = '1s';

ALTER TABLE "fuzzy_keys" DROP CONSTRAINT "fuzzy_keys_user_id_fkey",
  ADD CONSTRAINT "fuzzy_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_user_id_fkey",
  ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "usage_tokens" DROP CONSTRAINT "usage_tokens_user_id_fkey",
  ADD CONSTRAINT "usage_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "buyers" DROP CONSTRAINT "buyers_user_id_fkey",
  ADD CONSTRAINT "buyers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "acceptances" DROP CONSTRAINT "acceptances_user_id_fkey",
  ADD CONSTRAINT "acceptances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "billing_alerts" DROP CONSTRAINT "billing_alerts_user_id_fkey",
  ADD CONSTRAINT "billing_alerts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "customer_views" DROP CONSTRAINT "customer_views_user_id_fkey",
  ADD CONSTRAINT "customer_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "hash_reports" DROP CONSTRAINT "hash_reports_user_id_fkey",
  ADD CONSTRAINT "hash_reports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- Who made a token, and who accepted. Empty in older rows: then the first owner did.
ALTER TABLE "usage_tokens" ADD COLUMN "created_by" UUID,
  ADD CONSTRAINT "usage_tokens_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "acceptances" ADD COLUMN "accepted_by" UUID,
  ADD CONSTRAINT "acceptances_accepted_by_fkey" FOREIGN KEY ("accepted_by") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
-- The account that a session acts for.
ALTER TABLE "sign_in_sessions" ADD COLUMN "account_id" UUID,
  ADD CONSTRAINT "sign_in_sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- The release before writes the account's columns of users, this one those of accounts. Each change reaches the other side
-- while the first owner is still an owner; from then on, what happens to this person is not the account's.
CREATE OR REPLACE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET stripe_customer_id = NEW.stripe_customer_id, daily_limit = NEW.daily_limit,
    custom_key = NEW.custom_key, muted_alerts = NEW.muted_alerts, shows_addresses = NEW.shows_addresses,
    blocked_at = NEW.blocked_at
  WHERE a.id = NEW.id
    AND EXISTS (SELECT FROM memberships m WHERE m.account_id = NEW.id AND m.user_id = NEW.id AND m.role = 'owner')
    AND (a.stripe_customer_id, a.daily_limit, a.custom_key, a.muted_alerts, a.shows_addresses, a.blocked_at)
      IS DISTINCT FROM
      (NEW.stripe_customer_id, NEW.daily_limit, NEW.custom_key, NEW.muted_alerts, NEW.shows_addresses, NEW.blocked_at);
  RETURN NULL;
END $$;

CREATE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users u SET stripe_customer_id = NEW.stripe_customer_id, daily_limit = NEW.daily_limit,
    custom_key = NEW.custom_key, muted_alerts = NEW.muted_alerts, shows_addresses = NEW.shows_addresses,
    blocked_at = NEW.blocked_at
  WHERE u.id = NEW.id
    AND EXISTS (SELECT FROM memberships m WHERE m.account_id = NEW.id AND m.user_id = NEW.id AND m.role = 'owner')
    AND (u.stripe_customer_id, u.daily_limit, u.custom_key, u.muted_alerts, u.shows_addresses, u.blocked_at)
      IS DISTINCT FROM
      (NEW.stripe_customer_id, NEW.daily_limit, NEW.custom_key, NEW.muted_alerts, NEW.shows_addresses, NEW.blocked_at);
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_change_user
  AFTER UPDATE OF stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at ON accounts
  FOR EACH ROW WHEN (
    (OLD.stripe_customer_id, OLD.daily_limit, OLD.custom_key, OLD.muted_alerts, OLD.shows_addresses, OLD.blocked_at)
    IS DISTINCT FROM
    (NEW.stripe_customer_id, NEW.daily_limit, NEW.custom_key, NEW.muted_alerts, NEW.shows_addresses, NEW.blocked_at))
  EXECUTE FUNCTION follow_account();

-- A person who is no longer a member of any account gets a new one, when the transaction ends: a user who is deleted, or
-- who moves to another account, is not left. The row of the user is locked, so that of two memberships that end at the
-- same time, the second finds none.
CREATE FUNCTION open_account_of_leaver() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opened uuid := gen_random_uuid();
BEGIN
  PERFORM 1 FROM users WHERE id = OLD.user_id FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM memberships WHERE user_id = OLD.user_id) THEN
    INSERT INTO accounts (id) VALUES (opened);
    INSERT INTO memberships (account_id, user_id, role) VALUES (opened, OLD.user_id, 'owner');
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memberships_open_account AFTER DELETE ON memberships DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION open_account_of_leaver();

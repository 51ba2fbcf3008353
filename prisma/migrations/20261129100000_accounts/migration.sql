-- Accounts, their members and invitations (docs/decisions/0068). This release fills them and reads nothing: triggers keep
-- them in step with users, whichever version writes. Of the tables in use, only users is locked, for a moment.
CREATE TABLE "accounts" (
  "id" UUID NOT NULL,
  "name" TEXT,
  "two_factor_from" TIMESTAMPTZ(3),
  "stripe_customer_id" TEXT,
  "daily_limit" INTEGER,
  "custom_key" CHAR(52),
  "muted_alerts" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "shows_addresses" BOOLEAN NOT NULL DEFAULT false,
  "blocked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "accounts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "accounts_name_check" CHECK (length("name") BETWEEN 1 AND 100)
);
CREATE UNIQUE INDEX "accounts_stripe_customer_id_key" ON "accounts" ("stripe_customer_id");

CREATE TABLE "memberships" (
  "account_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "role" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "memberships_pkey" PRIMARY KEY ("account_id", "user_id"),
  CONSTRAINT "memberships_role_check" CHECK ("role" IN ('owner', 'billing', 'technical', 'viewer'))
);
CREATE INDEX "memberships_user_id_idx" ON "memberships" ("user_id");
ALTER TABLE "memberships"
  ADD CONSTRAINT "memberships_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "invitations" (
  "id" UUID NOT NULL,
  "account_id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "invited_by" UUID NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "invitations_role_check" CHECK ("role" IN ('owner', 'billing', 'technical', 'viewer'))
);
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" ("token_hash");
CREATE UNIQUE INDEX "invitations_account_id_email_key" ON "invitations" ("account_id", "email");
CREATE INDEX "invitations_email_idx" ON "invitations" ("email");
CREATE INDEX "invitations_invited_by_idx" ON "invitations" ("invited_by");
CREATE INDEX "invitations_expires_at_idx" ON "invitations" ("expires_at");
ALTER TABLE "invitations"
  ADD CONSTRAINT "invitations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An account has an owner, whatever happens at the same time: who takes one away writes the account's row, waits for
-- those before, then looks for another owner. A transaction that cannot see what they did fails at the row instead.
CREATE FUNCTION assert_owner_remains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET created_at = created_at WHERE id = OLD.account_id;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM memberships WHERE account_id = OLD.account_id AND role = 'owner') THEN
    RAISE EXCEPTION 'The account % has no other owner.', OLD.account_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_owner_remains', TABLE = 'memberships';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memberships_owner_remains AFTER DELETE OR UPDATE OF role, account_id ON memberships
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION assert_owner_remains();

-- Where the fill of the next migration has come to; it drops the table.
CREATE TABLE accounts_filled (last uuid NOT NULL);
INSERT INTO accounts_filled VALUES ('00000000-0000-0000-0000-000000000000');

-- Every new user owns an account with the same id.
CREATE FUNCTION open_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO accounts (id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at)
  SELECT id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at FROM made;
  INSERT INTO memberships (account_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER users_open_accounts AFTER INSERT ON users
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION open_accounts();

CREATE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET stripe_customer_id = NEW.stripe_customer_id, daily_limit = NEW.daily_limit,
    custom_key = NEW.custom_key, muted_alerts = NEW.muted_alerts, shows_addresses = NEW.shows_addresses,
    blocked_at = NEW.blocked_at
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_change_account
  AFTER UPDATE OF stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at ON users
  FOR EACH ROW WHEN (
    (OLD.stripe_customer_id, OLD.daily_limit, OLD.custom_key, OLD.muted_alerts, OLD.shows_addresses, OLD.blocked_at)
    IS DISTINCT FROM
    (NEW.stripe_customer_id, NEW.daily_limit, NEW.custom_key, NEW.muted_alerts, NEW.shows_addresses, NEW.blocked_at))
  EXECUTE FUNCTION follow_user();

-- Accounts end with their last owner. Those with another owner lose a member.
CREATE FUNCTION close_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owned uuid;
BEGIN
  FOR owned IN SELECT account_id FROM memberships WHERE user_id = OLD.id AND role = 'owner' ORDER BY account_id LOOP
    PERFORM 1 FROM accounts WHERE id = owned FOR UPDATE;
    DELETE FROM accounts WHERE id = owned AND NOT EXISTS (
      SELECT 1 FROM memberships WHERE account_id = owned AND role = 'owner' AND user_id <> OLD.id);
  END LOOP;
  RETURN OLD;
END $$;
CREATE TRIGGER users_close_accounts BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION close_accounts();

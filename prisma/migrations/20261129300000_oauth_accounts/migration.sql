-- The account that a person acted for at consent; null in older rows: their own. Without a foreign key, because an account
-- that has ended must not become another one.
ALTER TABLE "consents" ADD COLUMN "account_id" UUID;
-- Whether the claim groups also names the person's role in the account.
ALTER TABLE "oauth_clients" ADD COLUMN "roles_as_groups" BOOLEAN NOT NULL DEFAULT false;

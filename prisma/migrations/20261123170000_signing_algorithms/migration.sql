SET lock_timeout = '5s';

-- The algorithm of an application's ID tokens.
ALTER TABLE "oauth_clients" ADD COLUMN "id_token_alg" TEXT NOT NULL DEFAULT 'RS256';

-- One active key of each algorithm, no longer one in all.
CREATE UNIQUE INDEX "signing_keys_one_active_each" ON "signing_keys" ("alg") WHERE "state" = 'active';
DROP INDEX "signing_keys_one_active";

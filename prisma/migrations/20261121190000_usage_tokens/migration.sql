SET lock_timeout = '5s';

-- Personal tokens that read their owner's usage. A new table: nothing is rewritten.
CREATE TABLE "usage_tokens" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "prefix" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "usage_tokens_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "usage_tokens_token_hash_key" ON "usage_tokens" ("token_hash");
CREATE INDEX "usage_tokens_user_id_idx" ON "usage_tokens" ("user_id");
ALTER TABLE "usage_tokens"
  ADD CONSTRAINT "usage_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

SET lock_timeout = '5s';

-- Applications that no admin registered: those that register themselves, and those whose id is the URL of their metadata.
CREATE TYPE "oauth_client_kind" AS ENUM ('admin', 'registered', 'metadata_document');

ALTER TABLE "oauth_clients"
  ADD COLUMN "kind" "oauth_client_kind" NOT NULL DEFAULT 'admin',
  ADD COLUMN "blocked_at" TIMESTAMPTZ(3);

CREATE TABLE "oauth_settings" (
  "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
  "allow_registration" BOOLEAN NOT NULL DEFAULT false,
  "allow_metadata_documents" BOOLEAN NOT NULL DEFAULT false,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "oauth_settings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "initial_access_tokens" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "token_hash" BYTEA NOT NULL,
  "prefix" TEXT NOT NULL,
  "max_uses" INTEGER NOT NULL,
  "uses" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "initial_access_tokens_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "initial_access_tokens_token_hash_key" ON "initial_access_tokens"("token_hash");
CREATE INDEX "initial_access_tokens_expires_at_idx" ON "initial_access_tokens"("expires_at");

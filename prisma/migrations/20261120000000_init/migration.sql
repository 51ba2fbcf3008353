SET lock_timeout = '5s';

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "token_purpose" AS ENUM ('verify_email', 'reset_password');

-- CreateEnum
CREATE TYPE "signing_key_state" AS ENUM ('next', 'active', 'retired');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "country" CHAR(2),
    "stripe_customer_id" TEXT,
    "daily_limit" INTEGER,
    "blocked_at" TIMESTAMPTZ(3),
    "custom_key" CHAR(52),
    "notes" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "auth_time" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_tokens" (
    "id" UUID NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ranks" (
    "rank" INTEGER NOT NULL,
    "emoji" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "rate" DOUBLE PRECISION,
    "forbidden_flags" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "ranks_pkey" PRIMARY KEY ("rank")
);

-- CreateTable
CREATE TABLE "fuzzy_keys" (
    "id" SERIAL NOT NULL,
    "description" TEXT NOT NULL,
    "public_key" CHAR(52) NOT NULL,
    "key_id" CHAR(13) NOT NULL,
    "private_key_sealed" BYTEA,
    "rank" INTEGER NOT NULL DEFAULT 0,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "rate" DOUBLE PRECISION,
    "forbidden_flags" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "email" TEXT,
    "user_id" UUID,
    "subscription_id" UUID,
    "suspended_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fuzzy_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "stripe_subscription_id" TEXT NOT NULL,
    "stripe_customer_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "stripe_price_id" TEXT NOT NULL,
    "stripe_product_id" TEXT NOT NULL,
    "product_name" TEXT NOT NULL,
    "plan" TEXT,
    "interval" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "current_period_end" TIMESTAMPTZ(3),
    "cancel_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "synced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "ignored" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_servers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "token_hash" BYTEA NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_servers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_reports" (
    "server_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "rows" INTEGER NOT NULL,
    "unknown_keys" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_reports_pkey" PRIMARY KEY ("server_id","sequence")
);

-- CreateTable
CREATE TABLE "usage_points" (
    "key_id" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "checked" INTEGER NOT NULL,
    "hits" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "usage_points_pkey" PRIMARY KEY ("key_id","server_id","bucket")
) PARTITION BY RANGE ("bucket");

-- CreateTable
CREATE TABLE "usage_hours" (
    "key_id" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "checked" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "errors" BIGINT NOT NULL,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("key_id","server_id","bucket")
);

-- CreateTable
CREATE TABLE "usage_days" (
    "key_id" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "checked" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "errors" BIGINT NOT NULL,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("key_id","server_id","bucket")
);

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "require_pkce" BOOLEAN NOT NULL DEFAULT false,
    "secret_hash" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oidc_artifacts" (
    "model" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "uid" TEXT,
    "grant_id" TEXT,
    "user_id" UUID,
    "client_id" TEXT,
    "prefix" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_artifacts_pkey" PRIMARY KEY ("model","id")
);

-- CreateTable
CREATE TABLE "consents" (
    "user_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id","client_id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "alg" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_sealed" BYTEA NOT NULL,
    "state" "signing_key_state" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activated_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "target_id" TEXT,
    "data" JSONB NOT NULL,
    "ip" TEXT,
    "request_id" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_customer_id_key" ON "users"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_sessions_token_hash_key" ON "sign_in_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_sessions_user_id_idx" ON "sign_in_sessions"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_sessions_expires_at_idx" ON "sign_in_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_tokens_token_hash_key" ON "one_time_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_tokens_expires_at_idx" ON "one_time_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_tokens_user_id_purpose_key" ON "one_time_tokens"("user_id", "purpose");

-- CreateIndex
CREATE UNIQUE INDEX "fuzzy_keys_description_key" ON "fuzzy_keys"("description");

-- CreateIndex
CREATE UNIQUE INDEX "fuzzy_keys_public_key_key" ON "fuzzy_keys"("public_key");

-- CreateIndex
CREATE UNIQUE INDEX "fuzzy_keys_key_id_key" ON "fuzzy_keys"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "fuzzy_keys_subscription_id_key" ON "fuzzy_keys"("subscription_id");

-- CreateIndex
CREATE INDEX "fuzzy_keys_user_id_idx" ON "fuzzy_keys"("user_id");

-- CreateIndex
CREATE INDEX "fuzzy_keys_email_idx" ON "fuzzy_keys"("email");

-- CreateIndex
CREATE INDEX "fuzzy_keys_rank_idx" ON "fuzzy_keys"("rank");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_stripe_subscription_id_key" ON "subscriptions"("stripe_subscription_id");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_started_at_idx" ON "subscriptions"("user_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "subscriptions_status_idx" ON "subscriptions"("status");

-- CreateIndex
CREATE INDEX "stripe_events_processed_at_idx" ON "stripe_events"("processed_at");

-- CreateIndex
CREATE UNIQUE INDEX "storage_servers_name_key" ON "storage_servers"("name");

-- CreateIndex
CREATE INDEX "usage_reports_received_at_idx" ON "usage_reports"("received_at");

-- CreateIndex
CREATE INDEX "oidc_artifacts_grant_id_idx" ON "oidc_artifacts"("grant_id");

-- CreateIndex
CREATE INDEX "oidc_artifacts_user_id_idx" ON "oidc_artifacts"("user_id");

-- CreateIndex
CREATE INDEX "oidc_artifacts_client_id_idx" ON "oidc_artifacts"("client_id");

-- CreateIndex
CREATE INDEX "oidc_artifacts_expires_at_idx" ON "oidc_artifacts"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_artifacts_model_uid_key" ON "oidc_artifacts"("model", "uid");

-- CreateIndex
CREATE INDEX "consents_client_id_idx" ON "consents"("client_id");

-- CreateIndex
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_actor_id_at_idx" ON "audit_events"("actor_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_events_target_id_at_idx" ON "audit_events"("target_id", "at" DESC);

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- AddForeignKey
ALTER TABLE "sign_in_sessions" ADD CONSTRAINT "sign_in_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fuzzy_keys" ADD CONSTRAINT "fuzzy_keys_rank_fkey" FOREIGN KEY ("rank") REFERENCES "ranks"("rank") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fuzzy_keys" ADD CONSTRAINT "fuzzy_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fuzzy_keys" ADD CONSTRAINT "fuzzy_keys_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reports" ADD CONSTRAINT "usage_reports_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_points" ADD CONSTRAINT "usage_points_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_points" ADD CONSTRAINT "usage_points_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oidc_artifacts" ADD CONSTRAINT "oidc_artifacts_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- Partitions of usage_points stand in a schema of their own: Prisma does not list it, so they are no drift.
CREATE SCHEMA IF NOT EXISTS usage_parts;

-- Makes the partition that holds a moment's UTC month, when it is missing. Safe to call at once from several sides.
CREATE FUNCTION ensure_usage_partition(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  part text := 'usage_points_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('usage_parts.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_usage_partition'));
  EXECUTE format(
    'CREATE TABLE IF NOT EXISTS usage_parts.%I PARTITION OF usage_points FOR VALUES FROM (%L) TO (%L)',
    part, first AT TIME ZONE 'UTC', (first + interval '1 month') AT TIME ZONE 'UTC');
END $$;

-- The audit trail is append-only, whoever asks.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Rules that no verb may break.
ALTER TABLE users
  ADD CONSTRAINT users_email_form CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  ADD CONSTRAINT users_daily_limit CHECK (daily_limit >= 0);
ALTER TABLE fuzzy_keys
  ADD CONSTRAINT fuzzy_keys_public_key_form CHECK (public_key ~ '^[ybndrfg8ejkmcpqxot1uwisza345h769]{51}y$'),
  ADD CONSTRAINT fuzzy_keys_key_id_form CHECK (left(key_id, 12) = left(public_key, 12)),
  ADD CONSTRAINT fuzzy_keys_quantity CHECK (quantity >= 1),
  ADD CONSTRAINT fuzzy_keys_rate CHECK (rate > 0);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_quantity CHECK (quantity >= 1);
ALTER TABLE usage_points ADD CONSTRAINT usage_points_counts CHECK (checked >= 0 AND hits >= 0 AND errors >= 0);
ALTER TABLE storage_servers ADD CONSTRAINT storage_servers_id CHECK (id > 0);
CREATE UNIQUE INDEX signing_keys_one_active ON signing_keys (state) WHERE state = 'active';

-- The ranks of the fuzzy storage (rates in requests per second for one unit).
INSERT INTO ranks (rank, emoji, description, rate, forbidden_flags) VALUES
  (0,  '♾️', 'No limits', NULL, '{}'),
  (10, '🚫', 'No ratelimit and no FUZZY_PLUS', NULL, '{8}'),
  (20, '🪶', 'Light', 0.7, '{}'),
  (50, '⚖️', 'Medium', 2.4, '{}'),
  (75, '🚀', 'High', 12, '{}'),
  (90, '👑', 'Premium', 60, '{}');

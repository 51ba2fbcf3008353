-- Search, sort and repository login of keys; what the key map waits for; servers that were removed.
SET lock_timeout = '5s';

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A server that is gone keeps its row, because its usage still counts.
ALTER TABLE "storage_servers" ADD COLUMN "removed_at" TIMESTAMPTZ(3);

-- The map may have been looked at, and found the same, after it was published.
ALTER TABLE "key_map_publications" ADD COLUMN "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "fuzzy_keys_created_at_id_idx" ON "fuzzy_keys"("created_at", "id");

-- CreateIndex
CREATE INDEX "fuzzy_keys_rank_id_idx" ON "fuzzy_keys"("rank", "id");

-- CreateIndex
CREATE INDEX "fuzzy_keys_quantity_id_idx" ON "fuzzy_keys"("quantity", "id");

CREATE INDEX fuzzy_keys_email_id_idx ON fuzzy_keys (coalesce(email, ''), id);
CREATE INDEX fuzzy_keys_search_idx ON fuzzy_keys
  USING gin (description gin_trgm_ops, email gin_trgm_ops, (public_key::text) gin_trgm_ops);
-- the login and password of the package repository
CREATE INDEX fuzzy_keys_repository_idx ON fuzzy_keys (left(public_key::text, 8), right(public_key::text, 8));
-- moments at which the key map changes by itself
CREATE INDEX fuzzy_keys_works_until_idx ON fuzzy_keys (works_until) WHERE works_until IS NOT NULL;
CREATE INDEX fuzzy_keys_deleted_at_idx ON fuzzy_keys (deleted_at) WHERE deleted_at IS NOT NULL;

-- CreateTable
CREATE TABLE "key_map_changes" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_map_changes_pkey" PRIMARY KEY ("id")
);

-- Whoever changes what decides the key map leaves a row, in their own transaction and without waiting for another.
CREATE FUNCTION note_key_map_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_map_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
CREATE TRIGGER fuzzy_keys_change_key_map AFTER INSERT OR DELETE OR UPDATE OF
    description, public_key, private_key_sealed, rank, quantity, rate, forbidden_flags, user_id, works_until,
    suspended_at, deleted_at
  ON fuzzy_keys FOR EACH STATEMENT EXECUTE FUNCTION note_key_map_change();
CREATE TRIGGER users_change_key_map AFTER UPDATE OF blocked_at, daily_limit
  ON users FOR EACH STATEMENT EXECUTE FUNCTION note_key_map_change();
CREATE TRIGGER ranks_change_key_map AFTER INSERT OR DELETE OR UPDATE
  ON ranks FOR EACH STATEMENT EXECUTE FUNCTION note_key_map_change();

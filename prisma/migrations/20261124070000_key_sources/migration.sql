SET lock_timeout = '5s';

-- Where the requests of a key come from, under pseudonyms of the storage hosts (docs/decisions/0040). The row of the
-- source '' sums up those that are not listed. Updates change no indexed column, so with room in the pages they are
-- heap-only. New tables and columns with constant defaults: nothing is rewritten.
CREATE TABLE "key_sources" (
  "key_id" INTEGER NOT NULL,
  "source" TEXT COLLATE "C" NOT NULL,
  "network" TEXT COLLATE "C",
  "secret_id" TEXT NOT NULL,
  "name" TEXT,
  "address" TEXT,
  "checked" BIGINT NOT NULL,
  "hits" BIGINT NOT NULL,
  "errors" BIGINT NOT NULL,
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "pause_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "is_announced" BOOLEAN NOT NULL DEFAULT false,
  "silence_noted_at" TIMESTAMPTZ(3),
  CONSTRAINT "key_sources_pkey" PRIMARY KEY ("key_id", "source")
) WITH (fillfactor = 80);
CREATE INDEX "key_sources_unannounced_idx" ON "key_sources" ("key_id") WHERE NOT "is_announced";
ALTER TABLE "key_sources"
  ADD CONSTRAINT "key_sources_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A delivery from an agent, stored so that a repeated sequence counts once.
CREATE TABLE "source_reports" (
  "server_id" INTEGER NOT NULL,
  "sequence" BIGINT NOT NULL,
  "body_hash" BYTEA NOT NULL,
  "from" TIMESTAMPTZ(3) NOT NULL,
  "to" TIMESTAMPTZ(3) NOT NULL,
  "rows" INTEGER NOT NULL,
  "unknown_keys" INTEGER NOT NULL,
  "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "source_reports_pkey" PRIMARY KEY ("server_id", "sequence")
);
ALTER TABLE "source_reports"
  ADD CONSTRAINT "source_reports_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whether a user shows the addresses of their servers, and from how many networks a key was used in seven days.
ALTER TABLE "users" ADD COLUMN "shows_addresses" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "usage_standings" ADD COLUMN "networks" INTEGER NOT NULL DEFAULT 0;

-- What is known about a key's sources belongs to its owner: another owner, or none, starts without it.
CREATE FUNCTION forget_key_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM key_sources WHERE key_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER fuzzy_keys_forget_sources AFTER UPDATE OF user_id ON fuzzy_keys
  FOR EACH ROW WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id)
  EXECUTE FUNCTION forget_key_sources();

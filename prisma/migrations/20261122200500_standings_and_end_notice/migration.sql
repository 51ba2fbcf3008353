SET lock_timeout = '5s';

-- Where each key stands among all by its usage, so that the console finds the busiest without summing everybody's. The
-- job usage.rank keeps it; a key has its row from the start. A new table: nothing is rewritten.
CREATE TABLE "usage_standings" (
  "key_id" INTEGER NOT NULL,
  "is_over_limit" BOOLEAN NOT NULL DEFAULT false,
  "requests" DOUBLE PRECISION NOT NULL DEFAULT -1,
  CONSTRAINT "usage_standings_pkey" PRIMARY KEY ("key_id")
);
-- The keys there are go in before anything is locked; one that is made meanwhile is added by the job.
INSERT INTO usage_standings (key_id) SELECT id FROM fuzzy_keys;
CREATE INDEX "usage_standings_is_over_limit_requests_key_id_idx" ON "usage_standings" ("is_over_limit" DESC, "requests" DESC, "key_id" DESC);
ALTER TABLE "usage_standings"
  ADD CONSTRAINT "usage_standings_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION add_usage_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_standings (key_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER fuzzy_keys_add_usage_standing AFTER INSERT ON fuzzy_keys
  FOR EACH ROW EXECUTE FUNCTION add_usage_standing();

-- The end of a subscription that its owner was told of, so that one mail says so.
ALTER TABLE "subscriptions" ADD COLUMN "end_notice" TIMESTAMPTZ(3);

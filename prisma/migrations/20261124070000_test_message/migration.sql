SET lock_timeout = '5s';

-- What a storage host last said about the test message (docs/decisions/0041). Null: its agent says nothing.
ALTER TABLE "storage_servers"
  ADD COLUMN "test_message_at" TIMESTAMPTZ(3),
  ADD COLUMN "test_message_version" INTEGER,
  ADD COLUMN "test_message_found_at" TIMESTAMPTZ(3),
  ADD COLUMN "test_message_error" TEXT;

-- When a key's first match was reported, by which server, and with which flag if the server says so.
ALTER TABLE "fuzzy_keys"
  ADD COLUMN "first_match_at" TIMESTAMPTZ(3),
  ADD COLUMN "first_match_server_id" INTEGER,
  ADD COLUMN "first_match_flag" INTEGER;

-- Keys that matched before get the day of their first match. A report in between sets it to a later time, which stays.
UPDATE "fuzzy_keys" k
  SET "first_match_at" = d.bucket, "first_match_server_id" = d.server_id
  FROM (
    SELECT DISTINCT ON (key_id) key_id, bucket, server_id FROM "usage_days" WHERE hits > 0 ORDER BY key_id, bucket
  ) d
  WHERE d.key_id = k.id AND k.first_match_at IS NULL;

SET lock_timeout = '5s';

-- The browser that signed up, so that the verification may open a session in it.
ALTER TABLE "one_time_tokens"
  ADD COLUMN "browser_token_hash" BYTEA,
  ADD COLUMN "browser_expires_at" TIMESTAMPTZ(3);

SET lock_timeout = '5s';

-- What a sign-up typed lives with the link that it mailed, not with the user, whom an unproved address would name.
CREATE TABLE "sign_ups" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "link_token_hash" BYTEA NOT NULL,
  "link_expires_at" TIMESTAMPTZ(3) NOT NULL,
  "password_hash" TEXT,
  "browser_token_hash" BYTEA,
  "return_url" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "sign_ups_link_token_hash_key" ON "sign_ups"("link_token_hash");
CREATE INDEX "sign_ups_user_id_created_at_idx" ON "sign_ups"("user_id", "created_at");
CREATE INDEX "sign_ups_expires_at_idx" ON "sign_ups"("expires_at");

ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A constant default: no row is rewritten. Admins keep their factors, because other admins vouched for them.
ALTER TABLE "users" ADD COLUMN "reset_keeps_factors" BOOLEAN NOT NULL DEFAULT false;
UPDATE "users" SET "reset_keeps_factors" = true WHERE "is_admin";

SET lock_timeout = '5s';

-- An admin who views a user's account as the user sees it: why, and until when. A new table: nothing is rewritten.
CREATE TABLE "customer_views" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "admin_id" UUID NOT NULL,
  "session_id" UUID NOT NULL,
  "reason" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "customer_views_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "customer_views_user_id_idx" ON "customer_views" ("user_id");
CREATE INDEX "customer_views_session_id_idx" ON "customer_views" ("session_id");
CREATE INDEX "customer_views_ended_at_expires_at_idx" ON "customer_views" ("ended_at", "expires_at");
ALTER TABLE "customer_views"
  ADD CONSTRAINT "customer_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

SET lock_timeout = '5s';

-- Filters and order of an admin's list, under a name. A new table: nothing is rewritten.
CREATE TABLE "saved_views" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "list" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "saved_views_user_id_list_name_key" ON "saved_views" ("user_id", "list", "name");
ALTER TABLE "saved_views"
  ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

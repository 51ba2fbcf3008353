SET lock_timeout = '5s';

-- What admins put aside in the inbox. A new table: the release before neither reads nor writes it.
CREATE TABLE "inbox_dismissals" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "occurrence" TEXT NOT NULL,
  "severity" DOUBLE PRECISION NOT NULL,
  "until" TIMESTAMPTZ(3),
  "at" TIMESTAMPTZ(3) NOT NULL,
  "by" UUID NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "inbox_dismissals_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "inbox_dismissals_kind_subject_key" ON "inbox_dismissals" ("kind", "subject");

-- What each storage host reported in an hour, over all keys: usage_hours would be read key by key.
CREATE TABLE "host_hours" (
  "server_id" INTEGER NOT NULL,
  "bucket" TIMESTAMPTZ(0) NOT NULL,
  "checked" BIGINT NOT NULL,
  "hits" BIGINT NOT NULL,
  "errors" BIGINT NOT NULL,
  CONSTRAINT "host_hours_pkey" PRIMARY KEY ("bucket", "server_id")
);
ALTER TABLE "host_hours"
  ADD CONSTRAINT "host_hours_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Since when a state holds. Null for rows of the release before, which does not write it.
ALTER TABLE "subscriptions" ADD COLUMN "status_since" TIMESTAMPTZ(3);
ALTER TABLE "usage_standings" ADD COLUMN "over_since" TIMESTAMPTZ(3);

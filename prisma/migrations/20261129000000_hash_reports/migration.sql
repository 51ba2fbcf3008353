SET lock_timeout = '5s';

-- The trust desk. New tables: the release before neither reads nor writes them.
CREATE TABLE "hash_reports" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "digest" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "evidence" TEXT NOT NULL,
  "note" TEXT NOT NULL,
  "question" TEXT,
  "answer" TEXT,
  "reason" TEXT,
  "question_id" UUID,
  "version" INTEGER NOT NULL DEFAULT 1,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "answered_at" TIMESTAMPTZ(3),
  "decided_at" TIMESTAMPTZ(3),
  "decided_by" UUID,
  "settled_at" TIMESTAMPTZ(3),
  CONSTRAINT "hash_reports_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "hash_reports_user_id_created_at_idx" ON "hash_reports" ("user_id", "created_at");
CREATE INDEX "hash_reports_digest_idx" ON "hash_reports" ("digest");
CREATE INDEX "hash_reports_state_created_at_idx" ON "hash_reports" ("state", "created_at");
CREATE INDEX "hash_reports_created_at_idx" ON "hash_reports" ("created_at");
ALTER TABLE "hash_reports"
  ADD CONSTRAINT "hash_reports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "hash_refusals" (
  "digest" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "report_id" UUID,
  "lifted_at" TIMESTAMPTZ(3),
  CONSTRAINT "hash_refusals_pkey" PRIMARY KEY ("digest")
);
CREATE UNIQUE INDEX "hash_refusals_version_key" ON "hash_refusals" ("version");

CREATE TABLE "hash_removals" (
  "report_id" UUID NOT NULL,
  "server_id" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "removed_at" TIMESTAMPTZ(3),
  "was_stored" BOOLEAN,
  CONSTRAINT "hash_removals_pkey" PRIMARY KEY ("report_id", "server_id")
);
CREATE INDEX "hash_removals_server_id_removed_at_idx" ON "hash_removals" ("server_id", "removed_at");
CREATE INDEX "hash_removals_digest_idx" ON "hash_removals" ("digest");
ALTER TABLE "hash_removals"
  ADD CONSTRAINT "hash_removals_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "hash_hosts" (
  "server_id" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  "error" TEXT,
  CONSTRAINT "hash_hosts_pkey" PRIMARY KEY ("server_id")
);
ALTER TABLE "hash_hosts"
  ADD CONSTRAINT "hash_hosts_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- False for the tokens of the release before, and for those it creates.
ALTER TABLE "usage_tokens" ADD COLUMN "may_report" BOOLEAN NOT NULL DEFAULT false;

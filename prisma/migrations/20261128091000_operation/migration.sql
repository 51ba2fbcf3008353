SET lock_timeout = '5s';

-- New tables only: the release before neither reads nor writes them.
CREATE TABLE "worker_processes" (
  "id" UUID NOT NULL,
  "version" TEXT NOT NULL,
  "commit" TEXT,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "worker_processes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_days" (
  "day" DATE NOT NULL,
  "sent" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "refused" INTEGER NOT NULL DEFAULT 0,

  CONSTRAINT "mail_days_pkey" PRIMARY KEY ("day")
);

CREATE TABLE "backup_runs" (
  "kind" TEXT NOT NULL,
  "finished_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("kind")
);

-- For timers on the database host, which has psql but not the app: SELECT note_backup('pgbackrest').
CREATE FUNCTION note_backup(kind TEXT) RETURNS VOID LANGUAGE sql SET search_path = public AS
  $$ INSERT INTO backup_runs (kind) VALUES ($1) ON CONFLICT (kind) DO UPDATE SET finished_at = now() $$;

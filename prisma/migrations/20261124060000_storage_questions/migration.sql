SET lock_timeout = '5s';

-- What the storage hosts are asked for about a minute, and what they answered.
CREATE TABLE "storage_questions" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "body" JSONB NOT NULL,
  "user_id" UUID,
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  "open_until" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "storage_questions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "storage_questions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "storage_questions_open_until_idx" ON "storage_questions"("open_until");
CREATE INDEX "storage_questions_expires_at_idx" ON "storage_questions"("expires_at");
CREATE INDEX "storage_questions_user_id_idx" ON "storage_questions"("user_id");

CREATE TABLE "storage_answers" (
  "question_id" UUID NOT NULL,
  "server_id" INTEGER NOT NULL,
  "first" JSONB NOT NULL,
  "last" JSONB NOT NULL,
  "observed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "storage_answers_pkey" PRIMARY KEY ("question_id", "server_id"),
  CONSTRAINT "storage_answers_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "storage_questions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "storage_answers_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "storage_servers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "storage_answers_server_id_idx" ON "storage_answers"("server_id");

-- Until when somebody waits for the first request of a key: hosts then collect every ten seconds. One row.
CREATE TABLE "storage_checklist" (
  "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
  "open_until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "storage_checklist_pkey" PRIMARY KEY ("id")
);

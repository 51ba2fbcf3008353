SET lock_timeout = '5s';

-- A new table only: the release before neither reads nor writes it.
CREATE TABLE "subprocessor_notices" (
  "id" TEXT NOT NULL,
  "first_day" DATE NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "emails" INTEGER NOT NULL DEFAULT 0,

  CONSTRAINT "subprocessor_notices_pkey" PRIMARY KEY ("id")
);

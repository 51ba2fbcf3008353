SET lock_timeout = '5s';

-- The requests of the last day that matched a known hash, beside all of them. The job that ranks keys fills it.
ALTER TABLE "usage_standings" ADD COLUMN "hits" DOUBLE PRECISION NOT NULL DEFAULT 0;

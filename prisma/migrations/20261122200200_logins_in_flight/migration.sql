SET lock_timeout = '5s';

-- Constant defaults: no row is rewritten.
ALTER TABLE "users" ADD COLUMN "login_epoch" INTEGER NOT NULL DEFAULT 0;
-- Codes from before count as made now.
ALTER TABLE "recovery_codes" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

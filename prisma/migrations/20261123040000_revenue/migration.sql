SET lock_timeout = '5s';

-- Counts the beginnings and ends of reads from Stripe, so that no read overwrites a newer one (docs/decisions/0031).
CREATE SEQUENCE "stripe_reads" AS BIGINT;
ALTER TABLE "subscriptions"
  ADD COLUMN "read_from" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "read_to" BIGINT NOT NULL DEFAULT 0;

-- Every change of what subscriptions bring in; the figures are sums of its rows. No foreign keys: rows outlive users.
CREATE TABLE "revenue_movements" (
  "id" SERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "kind" TEXT NOT NULL,
  "cause" TEXT NOT NULL,
  "yearly_pence" INTEGER NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "stripe_subscription_id" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  CONSTRAINT "revenue_movements_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "revenue_movements_kind" CHECK (kind IN ('new', 'expansion', 'contraction', 'churn', 'reactivation')),
  CONSTRAINT "revenue_movements_moves" CHECK (yearly_pence <> 0)
);
CREATE INDEX "revenue_movements_at_idx" ON "revenue_movements" ("at");
CREATE INDEX "revenue_movements_user_id_idx" ON "revenue_movements" ("user_id");
CREATE INDEX "revenue_movements_stripe_subscription_id_idx" ON "revenue_movements" ("stripe_subscription_id");

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER revenue_movements_append_only BEFORE UPDATE OR DELETE ON revenue_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER revenue_movements_no_truncate BEFORE TRUNCATE ON revenue_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- When each check of billing ran last, and what it found.
CREATE TABLE "billing_runs" (
  "name" TEXT NOT NULL,
  "ran_at" TIMESTAMPTZ(3) NOT NULL,
  "report" JSONB NOT NULL,
  CONSTRAINT "billing_runs_pkey" PRIMARY KEY ("name")
);

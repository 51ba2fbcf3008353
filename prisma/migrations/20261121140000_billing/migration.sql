SET lock_timeout = '5s';

-- What an admin must look at, and what a customer has been told. All additions are empty or constant: no table is rewritten.

ALTER TABLE "subscriptions"
  ADD COLUMN "awaits_payment" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "card_notice" TEXT;

CREATE TABLE "billing_alerts" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "stripe_subscription_id" TEXT,
  "stripe_customer_id" TEXT,
  "user_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "resolved_at" TIMESTAMPTZ(3),
  "resolved_by" UUID,
  CONSTRAINT "billing_alerts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "billing_alerts_kind_subject_key" ON "billing_alerts" ("kind", "subject");
CREATE INDEX "billing_alerts_resolved_at_created_at_idx" ON "billing_alerts" ("resolved_at", "created_at" DESC);
CREATE INDEX "billing_alerts_user_id_idx" ON "billing_alerts" ("user_id");
ALTER TABLE "billing_alerts"
  ADD CONSTRAINT "billing_alerts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

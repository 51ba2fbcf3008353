SET lock_timeout = '5s';

-- New tables and nullable columns: the release before neither reads nor writes them.
CREATE TABLE "acceptances" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "document" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "act" TEXT NOT NULL,
  "accepted_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "acceptances_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "acceptances_user_id_document_accepted_at_idx" ON "acceptances"("user_id", "document", "accepted_at" DESC);

ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "buyers" (
  "user_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "po_number" TEXT,
  "invoice_email" TEXT,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "buyers_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "buyers_kind_check" CHECK ("kind" IN ('company', 'private')),
  CONSTRAINT "buyers_po_number_check" CHECK (length("po_number") <= 140)
);

ALTER TABLE "buyers" ADD CONSTRAINT "buyers_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sign_ups" ADD COLUMN "terms_version" TEXT;
ALTER TABLE "subscriptions" ADD COLUMN "buyer_kind" TEXT;

CREATE TABLE "withdrawals" (
  "subscription_id" UUID NOT NULL,
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  "refund" TEXT NOT NULL,
  "amount" INTEGER,
  "currency" TEXT,
  "settled_at" TIMESTAMPTZ(3),

  CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("subscription_id"),
  CONSTRAINT "withdrawals_refund_check" CHECK ("refund" IN ('all', 'unused'))
);

ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_subscription_id_fkey"
  FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

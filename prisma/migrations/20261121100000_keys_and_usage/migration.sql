-- Rotation of keys, the key map as it was published, and alerts about usage.
SET lock_timeout = '5s';

ALTER TABLE "fuzzy_keys"
  ADD COLUMN "replaced_by_id" INTEGER,
  ADD COLUMN "works_until" TIMESTAMPTZ(3),
  ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "muted_alerts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "usage_alerts" (
    "key_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_alerts_pkey" PRIMARY KEY ("key_id","kind","day")
);

-- CreateTable
CREATE TABLE "key_map_publications" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "body_sealed" BYTEA NOT NULL,
    "etag" TEXT NOT NULL,
    "last_modified" TIMESTAMPTZ(0) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_map_publications_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "key_map_publications_one_row" CHECK (id = 1)
);

-- CreateIndex
CREATE UNIQUE INDEX "fuzzy_keys_replaced_by_id_key" ON "fuzzy_keys"("replaced_by_id");

-- AddForeignKey
ALTER TABLE "fuzzy_keys" ADD CONSTRAINT "fuzzy_keys_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "fuzzy_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "fuzzy_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

SET lock_timeout = '5s';

-- The code with which a storage host gets its token, until it is used, replaced or void.
ALTER TABLE "storage_servers"
  ADD COLUMN "enrolment_code_hash" BYTEA,
  ADD COLUMN "enrolment_expires_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "storage_servers_enrolment_code_hash_key" ON "storage_servers"("enrolment_code_hash");

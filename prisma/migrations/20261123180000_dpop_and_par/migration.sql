SET lock_timeout = '5s';

-- What an application must use: proofs of possession (RFC 9449), pushed requests (RFC 9126).
ALTER TABLE "oauth_clients"
  ADD COLUMN "require_dpop" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "require_par" BOOLEAN NOT NULL DEFAULT false;

SET lock_timeout = '5s';

-- The least that a login to an application must prove. No parameter of a request lowers it.
ALTER TABLE "oauth_clients" ADD COLUMN "require_two_factor" BOOLEAN NOT NULL DEFAULT false;

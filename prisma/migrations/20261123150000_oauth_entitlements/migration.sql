SET lock_timeout = '5s';

-- Whether an application may ask for the scopes subscription and groups.
ALTER TABLE "oauth_clients" ADD COLUMN "may_read_subscription" BOOLEAN NOT NULL DEFAULT false;

-- Where a client may send people after logging them out.
SET lock_timeout = '5s';

ALTER TABLE "oauth_clients" ADD COLUMN "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[];

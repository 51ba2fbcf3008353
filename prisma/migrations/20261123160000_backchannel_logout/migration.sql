SET lock_timeout = '5s';

-- Where an application is told that a session has ended (OpenID Connect Back-Channel Logout 1.0).
ALTER TABLE "oauth_clients" ADD COLUMN "backchannel_logout_uri" TEXT;

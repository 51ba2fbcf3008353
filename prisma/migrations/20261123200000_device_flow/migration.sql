SET lock_timeout = '5s';

-- Whether an application may log in on devices without a browser (RFC 8628).
ALTER TABLE "oauth_clients" ADD COLUMN "may_use_device_flow" BOOLEAN NOT NULL DEFAULT false;

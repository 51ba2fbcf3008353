-- Reads the whole tables, but lets everybody else read and write them. In a migration of its own, because the one before
-- holds exclusive locks to its end.
SET lock_timeout = '5s';

ALTER TABLE "fuzzy_keys" VALIDATE CONSTRAINT "fuzzy_keys_user_id_fkey";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_user_id_fkey";
ALTER TABLE "usage_tokens" VALIDATE CONSTRAINT "usage_tokens_user_id_fkey";
ALTER TABLE "buyers" VALIDATE CONSTRAINT "buyers_user_id_fkey";
ALTER TABLE "acceptances" VALIDATE CONSTRAINT "acceptances_user_id_fkey";
ALTER TABLE "billing_alerts" VALIDATE CONSTRAINT "billing_alerts_user_id_fkey";
ALTER TABLE "customer_views" VALIDATE CONSTRAINT "customer_views_user_id_fkey";
ALTER TABLE "hash_reports" VALIDATE CONSTRAINT "hash_reports_user_id_fkey";
ALTER TABLE "usage_tokens" VALIDATE CONSTRAINT "usage_tokens_created_by_fkey";
ALTER TABLE "acceptances" VALIDATE CONSTRAINT "acceptances_accepted_by_fkey";
ALTER TABLE "sign_in_sessions" VALIDATE CONSTRAINT "sign_in_sessions_account_id_fkey";

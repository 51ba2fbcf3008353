-- Indexes of tables that may be big when they are added. `npm run migrate` builds what is missing, one after the other
-- and outside of a transaction, so that nobody waits (local/indexes.ts). One statement each, in exactly this form.

-- Users: by any part of email or notes (admins search), and the three orders of their list with the id as tie-break.
-- Without fastupdate, so that no reader or writer pays for a backlog.
CREATE INDEX CONCURRENTLY users_search_idx ON users
  USING gin ((coalesce(email, '') || E'\n' || coalesce(notes, '')) gin_trgm_ops) WITH (fastupdate = off);
-- Also finds emails by their beginning. Who has none stands last: DEL follows all that an address can hold.
CREATE INDEX CONCURRENTLY users_email_order_idx ON users ((coalesce(email, E'\x7f') COLLATE "C"), id);
CREATE INDEX CONCURRENTLY users_last_seen_idx ON users (coalesce(last_seen_at, '-infinity'), id);
-- The filters that few rows pass.
CREATE INDEX CONCURRENTLY users_blocked_idx ON users (created_at DESC, id DESC) WHERE blocked_at IS NOT NULL;
CREATE INDEX CONCURRENTLY users_admins_idx ON users (created_at DESC, id DESC) WHERE is_admin;
CREATE INDEX CONCURRENTLY users_unverified_idx ON users (created_at DESC, id DESC) WHERE email_verified_at IS NULL;

-- Who has a subscription of a status, and whether somebody has one; and keys that an admin gave.
CREATE INDEX CONCURRENTLY subscriptions_status_user_id_idx ON subscriptions (status, user_id);
CREATE INDEX CONCURRENTLY fuzzy_keys_manual_idx ON fuzzy_keys (user_id)
  WHERE subscription_id IS NULL AND deleted_at IS NULL AND suspended_at IS NULL;

-- The trail's filters.
CREATE INDEX CONCURRENTLY audit_events_action_at_id_idx ON audit_events (action, at DESC, id DESC);
CREATE INDEX CONCURRENTLY audit_events_request_id_idx ON audit_events (request_id);
CREATE INDEX CONCURRENTLY audit_events_ip_at_id_idx ON audit_events (ip, at DESC, id DESC);

-- Indexes on tables that may be big when the index is added. `npm run migrate` builds missing ones, one at a time and
-- outside a transaction, so that reads and writes do not wait (bin/migrate/indexes.ts). Each index is one statement in
-- this form.

-- Users: search by any part of email or notes, and the three orders of their list, with the id as tie-break.
-- Without fastupdate, so that no reader or writer pays for a backlog.
CREATE INDEX CONCURRENTLY users_search_idx ON users
  USING gin ((coalesce(email, '') || E'\n' || coalesce(notes, '')) gin_trgm_ops) WITH (fastupdate = off);
-- Also finds emails by prefix. Users without an email sort last: DEL sorts after every character of an address.
CREATE INDEX CONCURRENTLY users_email_order_idx ON users ((coalesce(email, E'\x7f') COLLATE "C"), id);
CREATE INDEX CONCURRENTLY users_last_seen_idx ON users (coalesce(last_seen_at, '-infinity'), id);
-- Filters that match few rows, in each order of the list.
CREATE INDEX CONCURRENTLY users_admins_idx ON users (created_at DESC, id DESC) WHERE is_admin;
CREATE INDEX CONCURRENTLY users_blocked_idx ON users (created_at DESC, id DESC) WHERE blocked_at IS NOT NULL;
CREATE INDEX CONCURRENTLY users_blocked_email_idx ON users ((coalesce(email, E'\x7f') COLLATE "C"), id)
  WHERE blocked_at IS NOT NULL;
CREATE INDEX CONCURRENTLY users_blocked_last_seen_idx ON users (coalesce(last_seen_at, '-infinity'), id)
  WHERE blocked_at IS NOT NULL;
CREATE INDEX CONCURRENTLY users_unverified_idx ON users (created_at DESC, id DESC) WHERE email_verified_at IS NULL;
CREATE INDEX CONCURRENTLY users_unverified_email_idx ON users ((coalesce(email, E'\x7f') COLLATE "C"), id)
  WHERE email_verified_at IS NULL;
CREATE INDEX CONCURRENTLY users_unverified_last_seen_idx ON users (coalesce(last_seen_at, '-infinity'), id)
  WHERE email_verified_at IS NULL;

-- Users by subscription status, whether a user has a subscription, and keys that an admin assigned.
CREATE INDEX CONCURRENTLY subscriptions_status_user_id_idx ON subscriptions (status, user_id);
CREATE INDEX CONCURRENTLY fuzzy_keys_manual_idx ON fuzzy_keys (user_id)
  WHERE subscription_id IS NULL AND deleted_at IS NULL AND suspended_at IS NULL;

-- Who owns the account of a subscription or key, without reading the table: the filters above ask for millions.
CREATE INDEX CONCURRENTLY memberships_owners_idx ON memberships (account_id, user_id) WHERE role = 'owner';

-- The subscriptions that were cancelled for a later day.
CREATE INDEX CONCURRENTLY subscriptions_leaving_idx ON subscriptions (user_id)
  WHERE cancel_at IS NOT NULL AND ended_at IS NULL;

-- The past due subscriptions with the most units.
CREATE INDEX CONCURRENTLY subscriptions_past_due_idx ON subscriptions (quantity DESC, id) WHERE status = 'past_due';

-- The review queue: the few flagged subscriptions among millions.
CREATE INDEX CONCURRENTLY subscriptions_flagged_idx ON subscriptions (started_at) WHERE flags <> '{}';

-- The order of the usage ranking, silent keys, and keys that were used from many networks (SPREAD_NETWORKS in lib/fuzzy-keys/schema.ts).
CREATE INDEX CONCURRENTLY usage_standings_requests_idx ON usage_standings (requests, key_id);
CREATE INDEX CONCURRENTLY usage_standings_networks_idx ON usage_standings (key_id) WHERE networks > 10;
CREATE INDEX CONCURRENTLY usage_standings_silent_idx ON usage_standings (key_id) WHERE is_silent;

-- OAuth clients: the two orders of their list. Applications may register themselves, so there may be many.
CREATE INDEX CONCURRENTLY oauth_clients_created_at_idx ON oauth_clients (created_at, id);
CREATE INDEX CONCURRENTLY oauth_clients_name_idx ON oauth_clients (name, id);

-- Names that owners gave their servers: an address that is erased may be in one.
CREATE INDEX CONCURRENTLY key_sources_named_idx ON key_sources (key_id) WHERE name IS NOT NULL;

-- What an account that ends, or a person who is deleted, takes away or leaves: the foreign keys of sessions, tokens and acceptances.
CREATE INDEX CONCURRENTLY sign_in_sessions_account_id_idx ON sign_in_sessions (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX CONCURRENTLY usage_tokens_created_by_idx ON usage_tokens (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX CONCURRENTLY acceptances_accepted_by_idx ON acceptances (accepted_by) WHERE accepted_by IS NOT NULL;
CREATE INDEX CONCURRENTLY accounts_shows_addresses_idx ON accounts (id) WHERE shows_addresses;

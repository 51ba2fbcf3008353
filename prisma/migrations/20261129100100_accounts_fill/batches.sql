-- The accounts of the next 500 users, in the order of their ids. Users who signed up since the migration before have
-- theirs. FOR SHARE: a change of one of these users waits until the copy is stored, and then reaches it.
WITH batch AS MATERIALIZED (
  SELECT id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at FROM users
  WHERE id > (SELECT last FROM accounts_filled) ORDER BY id LIMIT 500 FOR SHARE
), opened AS (
  INSERT INTO accounts (id, stripe_customer_id, daily_limit, custom_key, muted_alerts, shows_addresses, blocked_at, created_at)
  SELECT * FROM batch ON CONFLICT (id) DO NOTHING
), joined AS (
  INSERT INTO memberships (account_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM batch
  ON CONFLICT (account_id, user_id) DO NOTHING
)
UPDATE accounts_filled SET last = (SELECT id FROM batch ORDER BY id DESC LIMIT 1) WHERE EXISTS (SELECT 1 FROM batch);

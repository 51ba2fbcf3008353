import { inspect } from 'node:util';

/** A query for the audit rows with one of these actions about `target`. */
const auditLog = (target: string, ...actions: string[]) =>
  `SELECT 1 FROM audit_events a WHERE a.target_id = ${target} AND a.action IN (${actions.map((action) => `'${action}'`).join(', ')})`;

/**
 * A query for a row if the number of queued emails of a template differs from that of audit events that require one.
 */
const mailsOf = (template: string, ...actions: string[]) => `
  SELECT mails, events FROM
    (SELECT count(*) AS mails FROM pgboss.job WHERE name = 'mail.send' AND data ->> 'template' = '${template}') m,
    (SELECT count(*) AS events FROM audit_events WHERE action IN ('${actions.join("', '")}')) e
  WHERE mails <> events`;

/**
 * A query for the buckets of a usage view that differ from the sums of the next finer one. The views add what is staged.
 */
const sumsOf = (coarse: string, fine: string, unit: string) => {
  const sums = (view: string, bucket: string) => `
    SELECT key_id, server_id, ${bucket} AS bucket, sum(checked) AS checked, sum(hits) AS hits, sum(errors) AS errors
    FROM ${view} GROUP BY 1, 2, 3`;
  return `
  SELECT * FROM (${sums(coarse, 'bucket')}) c
    FULL JOIN (${sums(fine, `date_trunc('${unit}', bucket, 'UTC')`)}) f USING (key_id, server_id, bucket)
  WHERE (c.checked, c.hits, c.errors) IS DISTINCT FROM (f.checked, f.hits, f.errors)`;
};

type Query = (text: string) => Promise<object[]>;

const LIVE = `('active', 'trialing', 'past_due')`;
const ENDED = `('canceled', 'unpaid', 'incomplete_expired')`;
/** True for a row `k` of `fuzzy_keys` that the key map serves, unless its owner is blocked (lib/fuzzy-keys/policy.ts). */
export const WORKS = `(k.deleted_at IS NULL AND k.suspended_at IS NULL AND k.private_key_sealed IS NOT NULL
  AND (k.works_until IS NULL OR k.works_until > now()))`;

/**
 * Rules that hold after any kill. Each query returns the rows that break its rule. The rules apply to a database whose
 * rows were all made through the product, whose jobs have all run, and where nothing is old enough to have been swept.
 */
const INVARIANTS: Readonly<Record<string, string>> = {
  'the audit log has the creation of each user': `
    SELECT id, email FROM users u WHERE NOT EXISTS (${auditLog('u.id::text', 'user.signed_up', 'user.created')})`,
  'a user who was created exists or was deleted': `
    SELECT target_id FROM audit_events e WHERE action IN ('user.signed_up', 'user.created')
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id::text = e.target_id)
      AND NOT EXISTS (${auditLog('e.target_id', 'user.deleted')})`,
  'a user owns an account with the same id, and with the settings that the release before reads in users': `
    SELECT u.id FROM users u LEFT JOIN accounts a USING (id) LEFT JOIN memberships m ON m.account_id = u.id AND m.user_id = u.id
    WHERE m.role IS DISTINCT FROM 'owner' OR (u.stripe_customer_id, u.daily_limit, u.custom_key, u.muted_alerts, u.shows_addresses)
      IS DISTINCT FROM (a.stripe_customer_id, a.daily_limit, a.custom_key, a.muted_alerts, a.shows_addresses)`,
  'an account is blocked exactly while all its owners are': `
    SELECT a.id FROM accounts a WHERE (a.blocked_at IS NOT NULL) = EXISTS (
      SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.account_id = a.id AND m.role = 'owner' AND u.blocked_at IS NULL)`,
  'an account has an owner': `
    SELECT id FROM accounts a WHERE NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.account_id = a.id AND m.role = 'owner')`,
  'a user who was deleted is gone': `
    SELECT id FROM users u WHERE EXISTS (${auditLog('u.id::text', 'user.deleted')})`,
  'an unverified user has a verification link': `
    SELECT id, email FROM users u WHERE email_verified_at IS NULL AND email IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM sign_ups s WHERE s.user_id = u.id)`,
  'a verified user has no pending sign-up': `
    SELECT u.id, email FROM users u JOIN sign_ups s ON s.user_id = u.id WHERE email_verified_at IS NOT NULL`,
  'an address is verified exactly when the audit log says how': `
    SELECT id, email FROM users u WHERE (email_verified_at IS NOT NULL)
      <> EXISTS (${auditLog('u.id::text', 'user.email_verified', 'user.created', 'user.password_reset')})`,
  'a user created by an admin has a key': `
    SELECT u.id, u.email FROM users u JOIN audit_events a ON a.target_id = u.id::text
    WHERE a.action = 'user.created' AND a.actor_kind = 'admin'
      AND NOT EXISTS (SELECT 1 FROM fuzzy_keys k WHERE k.user_id = u.id)`,
  'a user is blocked exactly when the last block or unblock event says so': `
    SELECT id FROM users u WHERE (blocked_at IS NOT NULL) <> coalesce(
      (SELECT action = 'user.blocked' FROM audit_events a WHERE a.target_id = u.id::text
         AND action IN ('user.blocked', 'user.unblocked') ORDER BY at DESC, id DESC LIMIT 1), false)`,
  'a blocked user has no session and no token': `
    SELECT id FROM users u WHERE blocked_at IS NOT NULL AND (
      EXISTS (SELECT 1 FROM sign_in_sessions s WHERE s.user_id = u.id)
      OR EXISTS (SELECT 1 FROM oidc_artifacts o WHERE o.user_id = u.id))`,
  'the audit log has the login of each session': `
    SELECT id FROM sign_in_sessions s WHERE NOT EXISTS (
      SELECT 1 FROM audit_events a WHERE a.action = 'session.started' AND a.data ->> 'session' = s.id::text)`,

  'the audit log has the creation of each key': `
    SELECT id, description FROM fuzzy_keys k WHERE NOT EXISTS (
      ${auditLog('k.id::text', 'fuzzy_key.generated')} AND a.data ->> 'key' = k.public_key)`,
  'a key that was created exists': `
    SELECT target_id FROM audit_events e WHERE action = 'fuzzy_key.generated'
      AND NOT EXISTS (SELECT 1 FROM fuzzy_keys k WHERE k.id::text = e.target_id)`,
  'the audit log has the end of each deleted key': `
    SELECT id FROM fuzzy_keys k WHERE deleted_at IS NOT NULL
      AND NOT EXISTS (${auditLog('k.id::text', 'fuzzy_key.deleted', 'fuzzy_key.rotated', 'fuzzy_key.retired')})`,
  'a key has an end exactly when it was replaced': `
    SELECT id FROM fuzzy_keys WHERE (replaced_by_id IS NOT NULL) <> (works_until IS NOT NULL)`,

  'the ledger counts nothing of a subscription that is not charged, and never less than nothing': `
    SELECT m.stripe_subscription_id FROM revenue_movements m
    LEFT JOIN subscriptions s ON s.stripe_subscription_id = m.stripe_subscription_id AND s.status IN ('active', 'past_due')
    GROUP BY 1, s.id HAVING sum(m.yearly_pence) < 0 OR (s.id IS NULL AND sum(m.yearly_pence) <> 0)`,

  'a client has a secret exactly when it is confidential': `
    SELECT id FROM oauth_clients WHERE is_public <> (secret_hash IS NULL)`,
  'the audit log has the creation of each client': `
    SELECT id FROM oauth_clients c WHERE NOT EXISTS (${auditLog('c.id', 'oauth_client.created')})`,
  'a client that was created exists or was deleted': `
    SELECT target_id FROM audit_events e WHERE action = 'oauth_client.created'
      AND NOT EXISTS (SELECT 1 FROM oauth_clients c WHERE c.id = e.target_id)
      AND NOT EXISTS (${auditLog('e.target_id', 'oauth_client.deleted')})`,

  'a subscription has at most one key': `
    SELECT subscription_id FROM fuzzy_keys WHERE subscription_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  'a paid subscription has a working key': `
    SELECT id FROM subscriptions s WHERE status IN ${LIVE} AND plan IS NOT NULL AND NOT awaits_payment AND flags = '{}'
      AND NOT EXISTS (SELECT 1 FROM fuzzy_keys k WHERE k.subscription_id = s.id AND ${WORKS})`,
  'an ended subscription has no working key': `
    SELECT s.id FROM subscriptions s JOIN fuzzy_keys k ON k.subscription_id = s.id
    WHERE status IN ${ENDED} AND ${WORKS}`,
  'a user has at most one live subscription': `
    SELECT user_id FROM subscriptions WHERE status IN ${LIVE} AND NOT 'second_subscription' = ANY (flags)
    GROUP BY 1 HAVING count(*) > 1`,
  'the audit log has a sync of each subscription': `
    SELECT id FROM subscriptions s WHERE NOT EXISTS (SELECT 1 FROM audit_events a
      WHERE a.action = 'subscription.synced' AND a.data ->> 'subscription' = s.stripe_subscription_id)`,

  'hourly usage is the sum of the points': sumsOf('all_usage_hours', 'all_usage_points', 'hour'),
  'daily usage is the sum of the hours': sumsOf('all_usage_days', 'all_usage_hours', 'day'),

  'the counters of keys are right': `
    SELECT name FROM (
      SELECT name, delta FROM tallies.deltas WHERE name LIKE 'keys %'
      UNION ALL SELECT name, -1 FROM fuzzy_keys k, unnest(tallies.counters_of(k.deleted_at, k.email, k.description)) name
    ) both_sides GROUP BY name HAVING sum(delta) <> 0`,
  'the counters of users and subscriptions are right': `
    SELECT name FROM (
      SELECT name, delta FROM tallies.deltas WHERE name IN ('users', 'admins', 'blocked') OR name LIKE 'subscriptions %'
      UNION ALL SELECT 'users', -1 FROM users
      UNION ALL SELECT 'admins', -1 FROM users WHERE is_admin
      UNION ALL SELECT 'blocked', -1 FROM users WHERE blocked_at IS NOT NULL
      UNION ALL SELECT 'subscriptions ' || status, -1 FROM subscriptions
    ) both_sides GROUP BY name HAVING sum(delta) <> 0`,
  'the sums of past due subscriptions are right': `
    SELECT name FROM (
      SELECT name, delta FROM tallies.deltas WHERE name LIKE 'past due pence %'
      UNION ALL SELECT 'past due pence ' || m.currency, -m.yearly_pence FROM revenue_movements m
        JOIN subscriptions s ON s.stripe_subscription_id = m.stripe_subscription_id AND s.status = 'past_due'
    ) both_sides GROUP BY name HAVING sum(delta) <> 0`,
  'the daily sums of the ledger are right': `
    SELECT currency, day, kind FROM (
      SELECT currency, day, kind, yearly_pence, movements FROM tallies.revenue
      UNION ALL SELECT currency, (at AT TIME ZONE 'UTC')::date, kind, -yearly_pence, -1 FROM revenue_movements
    ) both_sides GROUP BY 1, 2, 3 HAVING sum(yearly_pence) <> 0 OR sum(movements) <> 0`,

  'one link is mailed for each sign-up': mailsOf('verify_email', 'user.signed_up', 'user.verification_requested'),
  'one link is mailed for each reset': mailsOf('reset_password', 'user.password_reset_requested'),
  'one notice is mailed for each block': mailsOf('blocked', 'user.blocked'),
  'one notice is mailed for each deletion': mailsOf('account_deleted', 'user.deleted'),
  'no job is left over': `
    SELECT id, name, state, data ->> 'template' AS template, output FROM pgboss.job
    WHERE name NOT LIKE '\\_\\_%' AND (state IN ('retry', 'active', 'failed') OR name = 'dead_letter' AND coalesce(source_output ->> 'message', '') NOT LIKE '%(sample)'
      OR (state = 'created' AND start_after <= now()))`,
  'the audit log names the actor of each user action': `
    SELECT id, action FROM audit_events WHERE actor_kind IN ('subscriber', 'admin') AND actor_id IS NULL`,
};

/** The broken rules, each with the first rows that break it. Empty if all hold. */
export async function findViolations(query: Query): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([rule, text]) => ({ rule, rows: await query(text) })),
  );
  return found
    .filter(({ rows }) => rows.length > 0)
    .map(({ rule, rows }) => `${rule}: ${rows.length} broken, ${inspect(rows.slice(0, 3))}`);
}

import type { DetachedStack } from './stacks/detached-stack.ts';
import type { Promised } from './stacks/mixed-work.ts';
import { WORKS } from './invariants.ts';

/**
 * What the product acknowledged and no longer has, one text each; and a text if the usage reports were not counted
 * exactly once.
 */
export async function findLosses({ query }: DetachedStack, promised: Promised): Promise<string[]> {
  const column = async (text: string) => new Set((await query<{ c: string }>(text)).map(({ c }) => c));
  const [users, keys, clients] = [
    await column('SELECT email AS c FROM users'),
    await column('SELECT public_key AS c FROM fuzzy_keys'),
    await column('SELECT id AS c FROM oauth_clients'),
  ];
  const [{ checked } = { checked: -1 }] = await query<{ checked: number }>(
    'SELECT coalesce(sum(checked), 0)::int AS checked FROM usage_points',
  );
  return [
    ...[...promised.users].filter((email) => !users.has(email) && !promised.deleted.has(email)),
    ...[...promised.keys].filter((key) => !keys.has(key)),
    ...[...promised.clients].filter((id) => !clients.has(id)),
    ...(checked === promised.checked ? [] : [`${checked} requests counted instead of ${promised.checked}`]),
  ];
}

/** The emails of customers who paid and have no working key. */
export async function findUnserved({ query }: DetachedStack, promised: Promised): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `SELECT u.email FROM users u JOIN subscriptions s ON s.user_id = u.id JOIN fuzzy_keys k ON k.subscription_id = s.id AND ${WORKS}`,
  );
  return [...promised.payments].filter((email) => !rows.some((row) => row.email === email));
}

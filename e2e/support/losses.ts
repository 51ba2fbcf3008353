import type { DetachedStack } from './stacks/detached-stack.ts';
import type { Promised } from './stacks/mixed-work.ts';
import { WORKS } from './invariants.ts';

/** Acknowledged users, keys and clients that the database lacks: an email address, a public key or an id each. */
export async function findLostRows({ query }: DetachedStack, promised: Promised): Promise<string[]> {
  const column = async (text: string) => new Set((await query<{ c: string }>(text)).map(({ c }) => c));
  const users = await column('SELECT email AS c FROM users');
  const keys = await column('SELECT public_key AS c FROM fuzzy_keys');
  const clients = await column('SELECT id AS c FROM oauth_clients');
  return [
    ...[...promised.users].filter((email) => !users.has(email) && !promised.deleted.has(email)),
    ...[...promised.keys].filter((key) => !keys.has(key)),
    ...[...promised.clients].filter((id) => !clients.has(id)),
  ];
}

/** The requests in all stored usage reports. */
export async function countRequests({ query }: DetachedStack): Promise<number> {
  const sum = 'SELECT coalesce(sum(checked), 0)::int AS checked FROM all_usage_points';
  return (await query<{ checked: number }>(sum))[0]?.checked ?? -1;
}

/** The lost rows; and a text if the usage reports were not counted exactly once. */
export async function findLosses(stack: DetachedStack, promised: Promised): Promise<string[]> {
  const rows = await findLostRows(stack, promised);
  const checked = await countRequests(stack);
  return checked === promised.checked ? rows : [...rows, `${checked} requests counted instead of ${promised.checked}`];
}

/** The emails of customers who paid and have no working key. */
export async function findUnserved({ query }: DetachedStack, promised: Promised): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `SELECT u.email FROM users u JOIN subscriptions s ON s.user_id = u.id JOIN fuzzy_keys k ON k.subscription_id = s.id AND ${WORKS}`,
  );
  return [...promised.payments].filter((email) => !rows.some((row) => row.email === email));
}

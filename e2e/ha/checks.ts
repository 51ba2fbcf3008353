/** Compares what was acknowledged with what is stored, once the load has paused and the jobs are done. */
import { HttpClient } from '../support/http-client.ts';
import { findViolations } from '../support/invariants.ts';
import { until } from '#dev/stack/process.ts';
import type { Acknowledged } from './load.ts';
import type { Mail, Product } from './product.ts';

export type Findings = {
  /** acknowledged writes that are gone */
  lost: string[];
  /** effects in the database that happened twice */
  twice: string[];
  /** emails that were sent more than once, and how many copies of one were sent at most */
  mailedTwice: number;
  mostCopies: number;
  /** other rules of e2e/support/invariants.ts that are broken */
  broken: string[];
};

const SETTLE_MS = 120_000;
const DUE = `name NOT LIKE '\\_\\_%' AND (state IN ('retry', 'active') OR (state = 'created' AND start_after <= now()))`;

/** Waits up to two minutes until no job is due and every customer who has paid has a key. */
export async function settle({ query, stripe }: Product, paid: readonly string[]): Promise<void> {
  const isDone = async () => {
    await stripe.send('retry'); // Stripe's next attempt may be minutes away
    const jobs = await query(`SELECT 1 FROM pgboss.job WHERE ${DUE}`);
    return jobs.length === 0 && (await withoutKey(query, paid)).length === 0;
  };
  await until(isDone, SETTLE_MS, 1000); // what is still not done shows in the checks
}

/** Ignores emails before `since` (milliseconds), which an earlier check counted. */
export async function check(product: Product, acknowledged: Acknowledged, since: number): Promise<Findings> {
  const { query } = product;
  const { users, verified, paid, reports } = acknowledged;
  const emails = async (condition: string) =>
    new Set((await query<{ email: string }>(`SELECT email FROM users WHERE ${condition}`)).map(({ email }) => email));
  const [stored, confirmed] = [await emails('true'), await emails('email_verified_at IS NOT NULL')];
  const events = new Set((await query<{ id: string }>('SELECT id FROM stripe_events')).map(({ id }) => id));
  const { deliveries } = await product.stripe.state();
  const received = new Set(
    (
      await query<{ id: string }>(
        `SELECT s.name || ' ' || r.sequence AS id FROM usage_reports r JOIN storage_servers s ON s.id = r.server_id`,
      )
    ).map(({ id }) => id),
  );
  // A scheduled job may be running at this moment. What is still broken three seconds later is broken.
  const isClean = async () => (await findViolations(query)).length === 0;
  const violations = (await until(isClean, 3000, 1000)) ? [] : await findViolations(query);
  const mails = (await product.mails()).filter(({ at }) => Date.parse(at) >= since);
  const mailed = new Set(mails.filter(({ subject }) => /^Verify/.test(subject)).map(({ to }) => to));
  const copies = copiesOf(mails);
  return {
    lost: [
      ...users.filter((email) => !stored.has(email)).map((email) => `user ${email}`),
      ...users.filter((email) => !mailed.has(email)).map((email) => `mail to ${email}`),
      ...verified.filter((email) => !confirmed.has(email)).map((email) => `verification of ${email}`),
      ...(await endedSessions(product, acknowledged)),
      ...(await unknownTokens(product, acknowledged)),
      ...deliveries
        .filter(({ status, event }) => status === 200 && !events.has(event))
        .map(({ event }) => `event ${event}`),
      ...(await withoutKey(query, paid)).map((email) => `key of ${email}`),
      ...reports
        .filter((each) => !received.has(`${each.server} ${each.sequence}`))
        .map((each) => `report ${each.sequence}`),
    ],
    twice: [...(await effectsTwice(query)), ...violations.filter((text) => TWICE.test(text))],
    mailedTwice: copies.filter((count) => count > 1).length,
    mostCopies: Math.max(0, ...copies),
    broken: violations.filter((text) => !TWICE.test(text)),
  };
}

/** Rules that a repeated effect breaks. A missing effect breaks them as well, but then `lost` shows it. */
const TWICE =
  /^(one link is mailed|one notice is mailed|a subscription has at most one key|a user has at most one live)/;

type Query = Product['query'];

/** Customers who have paid and have no key. */
async function withoutKey(query: Query, paid: readonly string[]): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `SELECT u.email FROM users u JOIN subscriptions s ON s.user_id = u.id JOIN fuzzy_keys k ON k.subscription_id = s.id
     WHERE k.deleted_at IS NULL`,
  );
  const served = new Set(rows.map(({ email }) => email));
  return paid.filter((email) => !served.has(email));
}

/** Effects that happened more often than they should: usage per report, and events per user or key. */
async function effectsTwice(query: Query): Promise<string[]> {
  const different = await query<{ name: string; stored: string; reported: string }>(`
    SELECT s.name, p.stored, r.reported FROM storage_servers s
    JOIN (SELECT server_id, sum(checked) AS stored FROM all_usage_points GROUP BY 1) p ON p.server_id = s.id
    JOIN (SELECT server_id, sum(rows) * 3 AS reported FROM usage_reports GROUP BY 1) r ON r.server_id = s.id
    WHERE p.stored <> r.reported`);
  const mails = await query<{ template: string; target: string }>(`
    SELECT action AS template, target_id AS target FROM audit_events
    WHERE action IN ('user.signed_up', 'user.email_verified', 'fuzzy_key.generated') GROUP BY 1, 2 HAVING count(*) > 1`);
  return [
    ...different.map(({ name, stored, reported }) => `usage of ${name}: ${stored} stored, ${reported} reported`),
    ...mails.map(({ template, target }) => `${template} of ${target}`),
  ];
}

/** How many copies of each email were sent. The load causes each kind of email at most once per person. */
const copiesOf = (mails: readonly Mail[]): number[] =>
  [...Map.groupBy(mails, ({ to, subject }) => `${to} ${subject}`).values()].map(({ length }) => length);

async function endedSessions({ urls }: Product, { sessions }: Acknowledged): Promise<string[]> {
  const ended: string[] = [];
  for (const { web, cookies } of sessions) {
    const { status } = await new HttpClient(urls[web], cookies).send('/userstatus');
    if (status !== 200) ended.push(`session: ${status}`);
  }
  return ended;
}

async function unknownTokens({ urls }: Product, { tokens }: Acknowledged): Promise<string[]> {
  const unknown: string[] = [];
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await new HttpClient(urls[0]).send('/oauth2/userinfo', { headers });
    if (status !== 200) unknown.push(`token: ${status}`);
  }
  return unknown;
}

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { cancelEmailChange } from '#lib/auth/email-change.ts';
import { requestPasswordReset } from '#lib/auth/settings/password-reset.ts';
import type { Admin } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { raiseAlert } from '#lib/billing/sync/alerts.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';
import { startWorking, type JobHandlers } from '#lib/jobs/queue.ts';
import { deliverMail } from '#lib/mail/service.ts';
import { getKeyMap } from '#lib/storage/publication.ts';
import { anonymousContext, serverContext, systemContext, type TestContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { liveIn, type Resident } from '#lib/testing/demo/lived-in-account.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { findInDatabase, listTables } from '#lib/testing/find-in-database.ts';
import { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { freshAdmin } from '#lib/testing/signed-in.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './change-email.ts';

const later = (hours: number) => new Date(Date.now() + hours * HOUR);
const fresh = (name: string) => `${name}-${unique('x')}@gone.example`;
const next = () => `${unique('next')}@stays.example`;

const GONE = {
  'signed up, deleted by themselves': fresh('self'),
  'made by an admin, deleted by themselves': fresh("o'neil+made"),
  'a buyer, deleted by themselves': `buyer-${unique('x')}@xn--mnchen-3ya.example`,
  'made by an admin, deleted by an admin': fresh('a_b%c'),
  'signed up, deleted by an admin': fresh('admin.deleted'),
  'changed, 72 hours ago': fresh('changed'),
  'changed by an admin': fresh('moved'),
  'asked for and cancelled': fresh('cancelled'),
  'asked for and not confirmed for 24 hours': fresh('unconfirmed'),
  'taken and given back by an undo, 72 hours ago': fresh('undone'),
};
type Name = keyof typeof GONE;
/** The addresses that are erased at once, not by a later sweep. */
const AT_ONCE = [
  ...['signed up, deleted by themselves', 'made by an admin, deleted by themselves', 'a buyer, deleted by themselves'],
  ...['made by an admin, deleted by an admin', 'signed up, deleted by an admin'],
  ...['changed by an admin', 'asked for and cancelled'],
] as Name[];

let provider: Awaited<ReturnType<typeof startProvider>>;
let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
let admin: TestContext<Admin>;
const there = {} as Record<Name, Resident>;
let before: string[] = [];

beforeAll(async () => {
  provider = await startProvider();
  shop = await startPausedEmulator();
  admin = await freshAdmin(db(), await createUserRow(db(), { isAdmin: true, email: 'admin@stays.example' }));
  for (const name of Object.keys(GONE) as Name[]) {
    const isNew = name.startsWith('asked') || name.startsWith('taken');
    const email = isNew ? next() : GONE[name];
    there[name] = await liveIn(email, admin, provider, name.startsWith('made') ? 'made' : 'signed up');
  }
  await buysAndEnds(there['a buyer, deleted by themselves']);
  for (const name of ['changed, 72 hours ago', 'taken and given back by an undo, 72 hours ago'] as const)
    await changes(name);
  for (const name of ['asked for and cancelled', 'asked for and not confirmed for 24 hours'] as const)
    await requestEmailChange(there[name].ctx, { email: GONE[name] });
  await getKeyMap(serverContext(db(), 1));
  await refuseMails();
  before = await findInDatabase(db(), Object.values(GONE));
}, 600_000);
afterAll(async () => {
  provider.close();
  await shop.close();
});

const tablesOf = (found: string[]) => [...new Set(found.map((one) => one.split(':', 1)[0]))];
const scan = (names: readonly Name[]) =>
  findInDatabase(
    db(),
    names.map((name) => GONE[name]),
  );

test('finds live addresses in accounts, keys, links and changes, but not in the audit log or the queue', () => {
  expect(tablesOf(before)).toEqual([
    ...['public.email_changes', 'public.fuzzy_keys', 'public.oauth_clients', 'public.one_time_tokens'],
    ...['public.passkeys', 'public.storage_servers', 'public.usage_tokens', 'public.users'],
  ]);
  for (const address of Object.values(GONE).filter((one) => !one.startsWith('cancelled')))
    expect(
      before.some((one) => one.includes(address)),
      address,
    ).toBe(true);
});

/** The encodings in which an address may appear. */
const WRAPPED: Record<string, (address: string) => string> = {
  plain: (address) => `Mail of ${address.toUpperCase()}.`,
  base64: (address) => btoa(`x${address}`),
  base64url: (address) => Buffer.from(JSON.stringify({ to: [address] })).toString('base64url'),
  hex: (address) => Buffer.from(address).toString('hex'),
  percent: (address) => encodeURIComponent(encodeURIComponent(address)),
  'every letter percent': (address) => Buffer.from(address).toString('hex').replaceAll(/../g, '%$&'),
  json: (address) => JSON.stringify({ to: address }).replace('@', String.raw`\u0040`),
  html: (address) => address.replace('@', '&#64;'),
  unicode: (address) => address.replace('xn--mnchen-3ya', 'münchen'),
};

const PLANTED = 'planted@xn--mnchen-3ya.example';
/** Tables with text columns that the users above have left rows in. */
const HOLD_TEXTS = [
  'audit_parts',
  'pgboss.job_common',
  'public.billing_alerts',
  'public.consents',
  'public.email_changes',
  'public.fuzzy_keys',
  'public.key_map_publications',
  'public.known_devices',
  'public.oauth_clients',
  'public.oidc_artifacts',
  'public.one_time_tokens',
  'public.passkeys',
  'public.rate_limits',
  'public.recovery_codes',
  'public.sign_in_sessions',
  'public.storage_servers',
  'public.stripe_events',
  'public.subscriptions',
  'public.usage_tokens',
  'public.users',
];

test('finds an address planted in any column of any table that can hold text', async () => {
  const planted: string[] = [];
  for (const { table, column, type } of await textColumns()) {
    const wrappings = Object.values(WRAPPED);
    const text = wrappings[planted.length % wrappings.length]?.(PLANTED) ?? '';
    await inRollback(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica'); // disables triggers and foreign keys
      const put = `UPDATE ${table} SET ${column} = ${type.replace('$', '$1::text')} WHERE ctid = (SELECT ctid FROM ${table} LIMIT 1)`;
      const isPut = await tx.$executeRawUnsafe(put, text).catch(() => 0);
      if (!isPut) return;
      expect(await findInDatabase(tx, [PLANTED], [table]), `${text} in ${table}.${column}`).toHaveLength(1);
      planted.push(table.replace(/^(audit_parts)\..*/, '$1'));
    });
  }
  expect([...new Set(planted)].sort()).toEqual(expect.arrayContaining(HOLD_TEXTS));
});

test('leaves none of ten addresses in any column after deletions and changes, plain or encoded', async () => {
  for (const name of AT_ONCE.slice(0, 3)) await deleteOwnAccount(there[name].ctx, { email: GONE[name] });
  for (const name of AT_ONCE.slice(3, 5)) await deleteUser(admin, there[name].id, { email: GONE[name] });
  await cancelEmailChange(there['asked for and cancelled'].ctx);
  await updateUser(admin, UpdateUserInput.parse({ user_id: there['changed by an admin'].id, email: next() }));
  expect(await scan(AT_ONCE)).toEqual([]);
  await sweepExpired(systemContext(db(), { now: later(25) }));
  expect(await scan([...AT_ONCE, 'asked for and not confirmed for 24 hours'])).toEqual([]);
  expect((await scan(['changed, 72 hours ago'])).length).toBeGreaterThan(0);
  await sweepExpired(systemContext(db(), { now: later(73) }));
  expect(await scan(Object.keys(GONE) as Name[])).toEqual([]);
});

test('keeps the address, keys and notes of the remaining users', async () => {
  const staying = await db().user.findMany({ orderBy: { email: 'asc' }, select: { email: true, notes: true } });
  expect(staying).toHaveLength(6);
  for (const { email } of staying) expect(email).toMatch(/@stays\.example$/);
  const keys = await db().fuzzyKey.findMany({ where: { deletedAt: null } });
  expect(keys.length).toBeGreaterThan(20);
  expect(staying.find(({ email }) => email === 'admin@stays.example')?.notes).toContain('shows (deleted address)');
});

/** Columns that can hold text, with the SQL expression that converts a text to their type. */
async function textColumns() {
  const cast: Record<string, string> = {
    text: '$',
    varchar: '$',
    bpchar: '$',
    bytea: "convert_to($, 'UTF8')",
    _text: 'ARRAY[$]',
    jsonb: "jsonb_build_object('a', $)",
    json: "json_build_object('a', $)",
  };
  const rows = await db().$queryRaw<{ table: string; column: string; type: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS table, quote_ident(column_name) AS column, udt_name::text AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;
  const leaves = new Set(await listTables(db()));
  return rows.flatMap(({ type, ...row }) =>
    cast[type] && leaves.has(row.table) ? [{ ...row, type: cast[type] }] : [],
  );
}

/** Buys a subscription and ends it, so that the account can be deleted. */
async function buysAndEnds({ ctx }: Resident): Promise<void> {
  const withStripe = { stripe: () => shop.stripe };
  const url = await startPurchase({ ...ctx, ...withStripe }, { plan: 'starter', interval: 'month', isTest: false });
  const subscription = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(systemContext(db(), withStripe), subscription);
  await shop.stripe.subscriptions.cancel(subscription);
  for (const event of await shop.events()) await handleStripeEvent(systemContext(db(), withStripe), event);
  await raiseAlert(systemContext(db()), { kind: 'missing_at_stripe', subject: subscription });
}

/** Confirms a change away from the address, or a change to it that is then undone. */
async function changes(name: 'changed, 72 hours ago' | 'taken and given back by an undo, 72 hours ago'): Promise<void> {
  const { ctx, email } = there[name];
  const isUnavailable = email === GONE[name];
  const to = isUnavailable ? next() : GONE[name];
  await requestEmailChange(ctx, { email: to });
  const visitor = anonymousContext(db());
  await confirmEmailChange(ctx, { token: await mailedToken(to, 'confirm_new_email') });
  await requestPasswordReset(anonymousContext(db(), { ip: '203.0.113.9' }), { email: to });
  if (!isUnavailable) await undoEmailChange(visitor, { token: await mailedToken(email, 'email_changed') });
}

/** Refuses every email with an error that names the recipient, as SMTP servers do. */
async function refuseMails(): Promise<void> {
  let refused = 0;
  const stop = await startWorking({
    'mail.send': (payload: { template: string; sealed: string }) => {
      const mail = async ({ to }: { to: string }) => {
        refused += 1;
        const response = `550 5.1.1 <${to}>: Recipient address rejected`;
        throw Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
          code: 'EENVELOPE',
          response,
          responseCode: 550,
          rejected: [to],
        });
      };
      return deliverMail({ ...systemContext(db()), mail }, payload);
    },
  } as Partial<JobHandlers> as JobHandlers);
  await vi.waitFor(() => expect(refused).toBeGreaterThan(5), { timeout: 60_000 });
  await stop();
}

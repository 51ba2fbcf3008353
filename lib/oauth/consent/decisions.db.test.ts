import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { db, lockInTransaction, pool, type Db } from '#lib/base/db/db.ts';
import { recheckProvider } from '#lib/oauth/provider/provider.ts';
import '#lib/testing/database.ts';
import { expectWaiting, heldBack } from '#lib/testing/held-back.ts';
import { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { ARM_MS, decideAuthorization } from './consent.ts';

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

/** A user on the consent page. `press` sends its form, with changes. */
async function onConsentPage() {
  const user = await createSignedInUser(db());
  const { uid, ctx, headers } = await provider.begin(user.sessionToken, user.email);
  type Changes = { ctx?: typeof ctx; shownAt?: number; headers?: Record<string, string>; decision?: 'deny' };
  const press = ({ headers: changed, decision, shownAt = 0, ...changes }: Changes = {}) =>
    decideAuthorization(
      changes.ctx ?? ctx,
      uid,
      { decision: decision ?? 'authorize', shownAt },
      new Headers({ ...Object.fromEntries(headers), ...changed }),
    );
  const stored = async () => ({
    grants: await db().oidcArtifact.count({ where: { model: 'Grant', userId: user.id } }),
    audited: (await db().auditEvent.findMany({ where: { targetId: user.id, action: { startsWith: 'consent.' } } })).map(
      ({ action }) => action,
    ),
  });
  return { press, stored, ctx, uid, page: `/oauth2/authorize?interaction=${uid}` };
}

const NOTHING = { grants: 0, audited: [] };

test('shows the page again for a click less than half a second after it appeared', async () => {
  const { press, stored, ctx, page } = await onConsentPage();
  const now = ctx.now.getTime();
  expect(await press({ shownAt: now - ARM_MS + 1 })).toBe(page);
  expect(await stored()).toEqual(NOTHING);
  await press({ shownAt: now - ARM_MS });
  expect(await stored()).toEqual({ grants: 1, audited: ['consent.granted'] });
});

test.each([
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a form of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['a browser that did not begin the request', { cookie: '' }],
])('refuses %s', async (_who, headers) => {
  const { press, stored } = await onConsentPage();
  await expect(press({ headers })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await stored()).toEqual(NOTHING);
});

test('shows the page again to another user of the browser', async () => {
  const { press, stored, page } = await onConsentPage();
  const other = await createSignedInUser(db());
  expect(await press({ ctx: other.ctx })).toBe(page);
  expect(await stored()).toEqual(NOTHING);
});

test('needs only the connection of its transaction, even when the signing keys are due for a check', async () => {
  const { press, stored, uid } = await onConsentPage();
  const query = vi.spyOn(pool(), 'query');
  const { pressing } = await db().$transaction(async (tx) => {
    await lockInTransaction(tx, `interaction:${uid}`);
    const waiting = press();
    await vi.waitFor(() => expectWaiting(1), { timeout: 15_000 });
    recheckProvider();
    query.mockClear();
    return { pressing: waiting };
  });
  await pressing;
  const asked = query.mock.calls.map(([statement]) => JSON.stringify(statement));
  query.mockRestore();
  expect(asked.filter((statement) => statement.includes('signing_keys'))).toEqual([]);
  expect(await stored()).toEqual({ grants: 1, audited: ['consent.granted'] });
});

test('stores one grant however often the user consents', async () => {
  const { press, stored } = await onConsentPage();
  const first = await press();
  expect(await press()).toBe(first);
  expect(await stored()).toEqual({ grants: 1, audited: ['consent.granted'] });
});

test('counts a double click once', async () => {
  const { press, stored } = await onConsentPage();
  const lock = (tx: Db) => tx.$executeRaw`LOCK TABLE consents IN ACCESS EXCLUSIVE MODE`;
  const [first, second] = await heldBack(lock, [press, press]);
  expect(first?.status).toBe('fulfilled');
  expect(second).toEqual(first);
  expect(await stored()).toEqual({ grants: 1, audited: ['consent.granted'] });
});

test('stores nothing if another session has continued the request in the meantime', async () => {
  const { press, stored, uid, page } = await onConsentPage();
  const id = Buffer.from(sha256(uid)).toString('base64url');
  const takeOver = async (tx: Db) => {
    await lockInTransaction(tx, `interaction:${uid}`);
    await tx.$executeRaw`
      UPDATE oidc_artifacts SET payload = jsonb_set(payload, '{session,uid}', '"another"')
      WHERE model = 'Interaction' AND id = ${id}`;
  };
  const [decision] = await heldBack(takeOver, [press]);
  expect(decision).toEqual({ status: 'fulfilled', value: page });
  expect(await stored()).toEqual(NOTHING);
});

test.each([
  ['denial', { decision: 'deny' }, {}, { grants: 0, audited: ['consent.denied'] }],
  ['approval', {}, { decision: 'deny' }, { grants: 1, audited: ['consent.granted'] }],
] as const)('keeps the first of two opposite decisions: %s first', async (_which, one, other, all) => {
  const { press, stored } = await onConsentPage();
  await press(one);
  await press(other);
  expect(await stored()).toEqual(all);
});

test('stores no grant for a denial', async () => {
  const { press, stored } = await onConsentPage();
  await press({ decision: 'deny' });
  expect(await stored()).toEqual({ grants: 0, audited: ['consent.denied'] });
});

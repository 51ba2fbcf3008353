import { tokenIntrospection, fetchUserInfo, refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { updateOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { adminContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow } from '#lib/testing/factories.ts';
import { startMountedProvider, type RelyingParty } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const ALL = 'openid subscription groups';
const until = new Date('2030-01-02T03:04:05Z');
const PAID = { subscription: { plan: 'starter', status: 'active', until: until.getTime() / 1000 } };
const GROUPS = { groups: ['subscribers', 'starter'] };

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const createReader = () => provider.createRelyingParty({ mayReadSubscription: true });
type Tokens = Awaited<ReturnType<RelyingParty['logIn']>>;

/** The two claims in the ID token, from userinfo and from introspection. */
async function claimsOf({ config }: RelyingParty, tokens: Tokens) {
  const sub = tokens.claims()?.sub ?? '';
  const places = {
    idToken: tokens.claims() ?? {},
    userinfo: await fetchUserInfo(config, tokens.access_token, sub),
    introspection: await tokenIntrospection(config, tokens.access_token),
  };
  return Object.fromEntries(Object.entries(places).map(([place, claims]) => [place, only(claims)]));
}
const only = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => ['subscription', 'groups'].includes(name)));
const everywhere = (claims: object) => ({ idToken: claims, userinfo: claims, introspection: claims });
const renew = ({ config }: RelyingParty, tokens: Tokens) => refreshTokenGrant(config, tokens.refresh_token ?? '');

test('adds the claims at the first renewal after the purchase, and removes them at the first after the end (S75)', async () => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  const before = await app.logIn(person, ALL);
  expect(await claimsOf(app, before)).toEqual(everywhere({ groups: [] }));

  const row = await createSubscriptionRow(db(), { accountId: person.id, plan: 'starter', currentPeriodEnd: until });
  const bought = await renew(app, before);
  expect(await claimsOf(app, bought)).toEqual(everywhere({ ...PAID, ...GROUPS }));

  await db().subscription.update({ where: { id: row.id }, data: { status: 'canceled', endedAt: new Date() } });
  const ended = await renew(app, bought);
  expect(await claimsOf(app, ended)).toEqual(everywhere({ groups: [] }));
});

test('returns the end of a cancelled subscription, and its status if a payment failed', async () => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  const cancelAt = new Date('2029-05-06T00:00:00Z');
  const facts = { status: 'past_due', plan: 'scale', currentPeriodEnd: until, cancelAt };
  await createSubscriptionRow(db(), { accountId: person.id, ...facts });
  const subscription = { plan: 'scale', status: 'past_due', until: cancelAt.getTime() / 1000 };
  expect(await claimsOf(app, await app.logIn(person, 'openid subscription'))).toEqual(everywhere({ subscription }));
});

test.each([
  ['a first payment that is pending', { awaitsPayment: true }],
  ['an unpaid subscription', { status: 'unpaid' }],
  ['an incomplete subscription', { status: 'incomplete' }],
])('gives no subscription and no group for %s', async (_case, facts) => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  await createSubscriptionRow(db(), { accountId: person.id, ...facts });
  expect(await claimsOf(app, await app.logIn(person, ALL))).toEqual(everywhere({ groups: [] }));
});

test('returns the plan `manual` for a key from an admin, until the key is deleted', async () => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  const key = await createKeyRow(db(), { accountId: person.id });
  const tokens = await app.logIn(person, ALL);
  const manual = { subscription: { plan: 'manual', status: 'active' }, groups: ['subscribers', 'manual'] };
  expect(await claimsOf(app, tokens)).toEqual(everywhere(manual));
  await db().fuzzyKey.update({ where: { id: key.id }, data: { deletedAt: new Date() } });
  expect(await claimsOf(app, await renew(app, tokens))).toEqual(everywhere({ groups: [] }));
});

test('does not return the role of an admin as a group', async () => {
  const [person, app] = [await createSignedInUser(db(), { isAdmin: true }), await createReader()];
  expect(await claimsOf(app, await app.logIn(person, ALL))).toEqual(everywhere({ groups: [] }));
});

test('gives neither claim without consent to its scope (S68, S75)', async () => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  await createSubscriptionRow(db(), { accountId: person.id, plan: 'starter', currentPeriodEnd: until });
  const tokens = await app.logIn(person, 'openid email profile');
  expect(await claimsOf(app, tokens)).toEqual(everywhere({}));
  await expect(app.logIn(person, ALL, { prompt: 'none' })).rejects.toMatchObject({ error: 'consent_required' });
  const grown = refreshTokenGrant(app.config, tokens.refresh_token ?? '', { scope: ALL });
  await expect(grown).rejects.toMatchObject({ error: 'invalid_scope' });
  const claims = JSON.stringify({ id_token: { subscription: null }, userinfo: { groups: null } });
  expect(await claimsOf(app, await app.logIn(person, 'openid', { claims }))).toEqual(everywhere({}));
});

test('returns only the claims of the remaining scopes after a renewal with fewer scopes', async () => {
  const [person, app] = [await createSignedInUser(db()), await createReader()];
  await createSubscriptionRow(db(), { accountId: person.id, plan: 'starter', currentPeriodEnd: until });
  const tokens = await app.logIn(person, ALL);
  const less = await refreshTokenGrant(app.config, tokens.refresh_token ?? '', { scope: 'openid groups' });
  expect(await claimsOf(app, less)).toEqual(everywhere(GROUPS));
});

test('refuses both scopes to a client that may not read the subscription, and ends its tokens when it no longer may', async () => {
  const person = await createSignedInUser(db());
  const plain = await provider.createRelyingParty();
  for (const scope of ['openid subscription', 'openid groups'])
    await expect(plain.logIn(person, scope)).rejects.toMatchObject({ error: 'invalid_scope' });
  const app = await createReader();
  const tokens = await app.logIn(person, ALL);
  const { name, redirectUris, scopes } = await db().oAuthClient.findUniqueOrThrow({ where: { id: app.id } });
  const same = { name, redirect_uris: redirectUris, scopes, is_public: false };
  await updateOAuthClient(adminContext(db()), app.id, same);
  expect(await tokenIntrospection(app.config, tokens.access_token)).toMatchObject({ active: true });
  await updateOAuthClient(adminContext(db()), app.id, { ...same, may_read_subscription: false });
  expect(await tokenIntrospection(app.config, tokens.access_token)).toEqual({ active: false });
  await expect(renew(app, tokens)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(app.logIn(person, ALL)).rejects.toMatchObject({ error: 'invalid_scope' });
});

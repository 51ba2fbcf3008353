import { fetchUserInfo } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import '#lib/testing/database.ts';
import { findInDatabase } from '#lib/testing/find-in-database.ts';
import { startMountedProvider, type RelyingParty } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

type Person = Awaited<ReturnType<typeof createSignedInUser>>;

/**
 * Logs in with a `claims` parameter. Returns the claims in the ID token and from userinfo, and the consented scopes.
 */
async function claimsOf(app: RelyingParty, person: Person, scope: string, asked: object) {
  const tokens = await app.logIn(person, scope, { claims: JSON.stringify(asked) });
  const idToken: Record<string, unknown> = { ...tokens.claims() };
  const userinfo = await fetchUserInfo(app.config, tokens.access_token, person.id);
  const where = { userId_clientId: { userId: person.id, clientId: app.id } };
  const { scopes } = await db().consent.findUniqueOrThrow({ where });
  return { idToken, userinfo, scopes };
}

test('returns each claim where it was requested, and asks for consent to its scope (S68)', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const asked = { id_token: { email: { essential: true } }, userinfo: { name: null } };
  const { idToken, userinfo, scopes } = await claimsOf(app, person, 'openid', asked);
  expect(idToken['email']).toBe(person.email);
  expect(idToken).not.toHaveProperty('name');
  expect(userinfo).toEqual({ sub: person.id, name: expect.stringMatching(/^User \w+$/) as string });
  expect(scopes).toEqual(['openid', 'email', 'profile']);
});

test('asks for consent again when a claim needs a scope that the person has not agreed to', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const granted = () => db().auditEvent.count({ where: { action: 'consent.granted', targetId: person.id } });
  await app.logIn(person, 'openid');
  expect(await granted()).toBe(1);
  const asked = { userinfo: { email: null } };
  expect((await claimsOf(app, person, 'openid', asked)).scopes).toEqual(['openid', 'email']);
  expect(await granted()).toBe(2);
  expect((await claimsOf(app, person, 'openid', asked)).userinfo).toMatchObject({ email: person.email });
  expect(await granted(), 'the consent is remembered').toBe(2);
});

test('ignores unknown claims, the subscription, and claims of scopes that are not allowed (S75)', async () => {
  const person = await createSignedInUser(db());
  await createSubscriptionRow(db(), { accountId: person.id });
  const app = await provider.createRelyingParty({ scopes: ['openid'], mayReadSubscription: true });
  const asked = { userinfo: { email: null, name: null, subscription: null, groups: null, phone_number: null } };
  const { userinfo, scopes } = await claimsOf(app, person, 'openid', asked);
  expect(userinfo).toEqual({ sub: person.id });
  expect(scopes).toEqual(['openid']);
});

test('stores no value that a client expects of a claim, because the value may be an address (S76)', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const expected = 'expected@other.example';
  const asked = { userinfo: { email: { value: expected, essential: true } } };
  expect((await claimsOf(app, person, 'openid', asked)).userinfo).toMatchObject({ email: person.email });
  expect(await findInDatabase(db(), [expected])).toEqual([]);
});

const authorizationOf = (app: RelyingParty, claims: string, more: Record<string, string> = {}) =>
  app.authorizationUrl('openid', { claims, ...more });

test.each(['{', '[]', '"email"', '{}', '{"userinfo":1}', '{"userinfo":{"email":"yes"}}', '{"id_token":[]}'])(
  'refuses the claims parameter %s with invalid_request',
  async (claims) => {
    const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
    const answer = await app.answerOf(person, await authorizationOf(app, claims));
    expect(answer.searchParams.get('error')).toBe('invalid_request');
  },
);

test('refuses a subject other than the logged-in user, without an interaction', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const claims = JSON.stringify({ id_token: { sub: { value: crypto.randomUUID() } } });
  const answer = await app.answerOf(person, await authorizationOf(app, claims, { prompt: 'none' }));
  expect(answer.searchParams.get('error')).toBe('login_required');
});

import { fetchUserInfo, refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import { startMountedProvider, type RelyingParty } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const SCOPE = 'openid subscription groups';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

type Person = Awaited<ReturnType<typeof createSignedInUser>>;

/** A person with an own plan who is a technical member of a company with another one. */
async function memberOfCompany() {
  const [person, owner] = [await createSignedInUser(db()), await createSignedInUser(db())];
  await createSubscriptionRow(db(), { accountId: person.id, plan: 'personal' });
  await createSubscriptionRow(db(), { accountId: owner.id, plan: 'scale' });
  await db().membership.create({ data: { accountId: owner.id, userId: person.id, role: 'technical' } });
  return { person, company: owner.id };
}

/** The person, whose session from now on acts for an account. */
async function actingFor(person: Person, accountId: string): Promise<Person> {
  const { ctx } = person;
  await db().signInSession.update({ where: { id: ctx.actor.sessionId }, data: { accountId } });
  return { ...person, ctx: { ...ctx, actor: { ...ctx.actor, accountId } } };
}

type Tokens = Awaited<ReturnType<RelyingParty['logIn']>>;
/** The groups in userinfo and in the renewed ID token, which are the same, and the renewed tokens. */
async function renewed({ config }: RelyingParty, { refresh_token: token = '' }: Tokens) {
  const tokens = await refreshTokenGrant(config, token);
  const claims = tokens.claims();
  const userinfo = await fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  expect([userinfo['groups'], userinfo['subscription']]).toEqual([claims?.['groups'], claims?.['subscription']]);
  return { tokens, groups: claims?.['groups'], hasPlan: claims?.['subscription'] !== undefined };
}

test('speaks of the account that the session acted for at consent, whatever it acts for later', async () => {
  const app = await provider.createRelyingParty({ mayReadSubscription: true });
  const { person, company } = await memberOfCompany();
  const first = await app.logIn(await actingFor(person, company), SCOPE);
  expect(first.claims()?.['groups']).toEqual(['subscribers', 'scale']);
  const switched = await actingFor(person, person.id);
  const { groups, tokens } = await renewed(app, first);
  expect(groups).toEqual(['subscribers', 'scale']);
  const second = await app.logIn(switched, SCOPE);
  expect(second.claims()?.['groups']).toEqual(['subscribers', 'personal']);
  expect((await renewed(app, tokens)).groups).toEqual(['subscribers', 'scale']);
});

test('asks again for what is bought after a switch, and logs in silently for the account of the consent', async () => {
  const app = await provider.createRelyingParty({ mayReadSubscription: true });
  const { person, company } = await memberOfCompany();
  await app.logIn(await actingFor(person, company), SCOPE);
  const silent = (who: Person, scope: string) => app.logIn(who, scope, { prompt: 'none' });
  expect((await silent(person, SCOPE)).claims()?.['groups']).toEqual(['subscribers', 'scale']);
  const switched = await actingFor(person, person.id);
  await expect(silent(switched, SCOPE)).rejects.toMatchObject({ error: 'consent_required' });
  expect((await silent(switched, 'openid')).claims()?.['groups']).toBeUndefined();
});

test('says nothing of an account that the person is no longer a member of', async () => {
  const app = await provider.createRelyingParty({ mayReadSubscription: true, rolesAsGroups: true });
  const { person, company } = await memberOfCompany();
  const first = await app.logIn(await actingFor(person, company), SCOPE);
  const { config } = app;
  await db().membership.delete({ where: { accountId_userId: { accountId: company, userId: person.id } } });
  const userinfo = await fetchUserInfo(config, first.access_token, person.id);
  expect([userinfo['groups'], userinfo['subscription']]).toEqual([[], undefined]);
  expect(await renewed(app, first)).toMatchObject({ groups: [], hasPlan: false });
});

test('names the role where an admin allows it, as it is now, and nowhere else', async () => {
  const { person, company } = await memberOfCompany();
  const acting = await actingFor(person, company);
  const plain = await provider.createRelyingParty({ mayReadSubscription: true });
  expect((await plain.logIn(acting, SCOPE)).claims()?.['groups']).toEqual(['subscribers', 'scale']);
  const app = await provider.createRelyingParty({ mayReadSubscription: true, rolesAsGroups: true });
  const first = await app.logIn(acting, SCOPE);
  expect(first.claims()?.['groups']).toEqual(['subscribers', 'scale', 'role:technical']);
  const where = { accountId_userId: { accountId: company, userId: person.id } };
  await db().membership.update({ where, data: { role: 'owner' } });
  expect((await renewed(app, first)).groups).toEqual(['subscribers', 'scale', 'role:owner']);
  const alone = await createSignedInUser(db());
  expect((await app.logIn(alone, SCOPE)).claims()?.['groups']).toEqual(['role:owner']);
});

test('speaks of the own account in a grant from before accounts had members', async () => {
  const app = await provider.createRelyingParty({ mayReadSubscription: true });
  const { person, company } = await memberOfCompany();
  const first = await app.logIn(await actingFor(person, company), SCOPE);
  await db().$executeRaw`
    UPDATE oidc_artifacts SET payload = payload - 'account' WHERE model = 'Grant' AND user_id = ${person.id}::uuid`;
  expect((await renewed(app, first)).groups).toEqual(['subscribers', 'personal']);
});

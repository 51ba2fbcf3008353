import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logOut, startLogin } from '#lib/auth/login/service.ts';
import { loginColumns } from '#lib/auth/session/known-device.ts';
import { endOtherSessions, endSession, endSessions } from '#lib/auth/session/sessions.ts';
import { sessionCookieName, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db, inTransaction } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { revokeConnectedApp } from '#lib/oauth/clients/connected-apps.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import {
  deliverLogouts,
  LogoutEndpoint,
  partOfJwt,
  queuedLogouts,
  verifiedJwt,
} from '#lib/testing/oauth/logout-endpoint.ts';
import { startMountedProvider, type RelyingParty } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

type Person = Awaited<ReturnType<typeof createSignedInUser>>;

const endpoint = new LogoutEndpoint();
let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
  await endpoint.start();
});
beforeEach(() => endpoint.reset());
afterAll(() => {
  provider.close();
  endpoint.close();
});

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const createApp = () => provider.createRelyingParty({ backchannelLogoutUri: endpoint.uri });
/** Logs a person in, and returns the `sid` of the ID token. */
const sidOf = async (app: RelyingParty, person: Person) => {
  const sid = (await app.logIn(person, 'openid')).claims()?.['sid'];
  return typeof sid === 'string' ? sid : '';
};

describe('a logout token is queued with the sid of the ID token', () => {
  const asAdmin = () => adminContext(db());
  test.each<[string, (person: Person, app: RelyingParty) => Promise<unknown>]>([
    ['the person logs out', ({ ctx, sessionToken }) => logOut(ctx, sessionToken)],
    ['the session is ended in the list of sessions', ({ ctx }) => endSession(ctx, ctx.actor.sessionId)],
    ['the password is changed or reset', ({ id, ctx }) => endSessions(ctx, id)],
    ['the person is blocked', ({ id }) => blockUsers(asAdmin(), { ids: [id], blocked: true, dry_run: false })],
    ['the account is deleted', ({ id, email }) => deleteUser(asAdmin(), id, { email })],
    ["the client's access is revoked", ({ ctx }, app) => revokeConnectedApp(ctx, app.id)],
    [
      'another session ends this one',
      async ({ id, ctx }) => {
        const other = await startSignInSession(anonymousContext(db()), id);
        await endOtherSessions({ ...ctx, actor: { ...ctx.actor, sessionId: other.id } });
      },
    ],
  ])('when %s (S24)', async (_when, end) => {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    const sid = await sidOf(app, person);
    expect(sid).toMatch(/^.{20,}$/);
    expect(await queuedLogouts()).toEqual([]);
    await end(person, app);
    expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid }]);
    await deliverLogouts();
    expect(endpoint.received).toHaveLength(1);
    expect(partOfJwt(endpoint.received[0]?.token ?? '', 1)).toMatchObject({ sub: person.id, sid, aud: app.id });
  });

  test('oidcc-backchannel-rp-initiated-logout: when the client logs the person out (S79)', async () => {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    const tokens = await app.logIn(person, 'openid');
    const query = new URLSearchParams({ id_token_hint: tokens.id_token ?? '' });
    const cookie = `${sessionCookieName()}=${person.sessionToken}`;
    await provider.send(`${env().APP_URL}/oauth2/end_session?${query}`, { headers: { cookie } });
    expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid: tokens.claims()?.['sid'] }]);
    expect(endpoint.received).toEqual([]); // the browser does not wait for clients
    await deliverLogouts();
    const jwks = await provider.send(`${env().APP_URL}/oauth2/jwks`);
    const { header, claims } = await verifiedJwt(endpoint.received[0]?.token ?? '', jwks);
    expect(header).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
    const [sub, sid] = [person.id, tokens.claims()?.['sid']];
    expect(claims).toMatchObject({ iss: env().APP_URL, aud: app.id, sub, sid, iat: expect.any(Number) });
    expect(claims).toMatchObject({ jti: expect.any(String), events: { [EVENT]: {} } });
    expect(claims).not.toHaveProperty('nonce');
  });

  test('when our session ends after the provider session has expired', async () => {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    const sid = await sidOf(app, person);
    await db().oidcArtifact.deleteMany({ where: { userId: person.id, model: 'Session' } });
    await endSessions(person.ctx, person.id);
    expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid }]);
  });

  test('once for each client, each with its own sid', async () => {
    const [person, one, two] = [await createSignedInUser(db()), await createApp(), await createApp()];
    const sids = [await sidOf(one, person), await sidOf(two, person)];
    expect(new Set(sids).size).toBe(2);
    await logOut(person.ctx, person.sessionToken);
    expect((await queuedLogouts()).map(({ sid }) => sid).sort()).toEqual(sids.sort());
  });
});

describe('no logout token is queued', () => {
  test('for a client without a logout URI, whose ID tokens have no sid either', async () => {
    const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
    expect((await app.logIn(person, 'openid')).claims()).not.toHaveProperty('sid');
    await logOut(person.ctx, person.sessionToken);
    expect(await queuedLogouts()).toEqual([]);
  });

  test('for other people and other clients', async () => {
    const [person, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
    const [app, kept] = [await createApp(), await createApp()];
    const sid = await sidOf(app, person);
    await sidOf(app, other);
    await sidOf(kept, person);
    await revokeConnectedApp(person.ctx, app.id);
    expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid }]);
  });

  test('if the transaction that ends the session is rolled back', async () => {
    const [person, app] = [await createSignedInUser(db()), await createApp()];
    await sidOf(app, person);
    const failed = inTransaction(db(), async (tx) => {
      await endSessions({ ...person.ctx, db: tx }, person.id);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await queuedLogouts()).toEqual([]);
  });
});

/** Logs `userId` in from `person`'s browser, which replaces the session there. */
async function replace({ sessionToken }: Person, userId: string) {
  const select = loginColumns(null, new Date());
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select });
  return startLogin(anonymousContext(db()), user, ['pwd'], { ...NO_COOKIES, session: sessionToken });
}

test('queues tokens for the clients of an earlier session when the session that replaced it ends', async () => {
  const [person, app] = [await createSignedInUser(db()), await createApp()];
  const sid = await sidOf(app, person);
  const again = await replace(person, person.id);
  expect(await queuedLogouts()).toEqual([]);
  await logOut(person.ctx, again.session);
  expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid }]);
});

test('keeps the sid and updates auth_time when the person logs in again', async () => {
  const [person, app] = [await createSignedInUser(db()), await createApp()];
  const sid = await sidOf(app, person);
  await db().signInSession.updateMany({
    where: { userId: person.id },
    data: { authTime: new Date(1_700_000_000_000) },
  });
  const again = await replace(person, person.id);
  const claims = (await app.logIn({ ...person, sessionToken: again.session }, 'openid', { prompt: 'none' })).claims();
  expect(claims?.['sid']).toBe(sid);
  expect(Number(claims?.['auth_time'])).toBeGreaterThan(1_700_000_000);
});

test("queues tokens for the clients of a session that another person's login replaces", async () => {
  const [person, app] = [await createSignedInUser(db()), await createApp()];
  const sid = await sidOf(app, person);
  await replace(person, (await createUserRow(db())).id);
  expect(await queuedLogouts()).toEqual([{ clientId: app.id, userId: person.id, sid }]);
});

test('oidcc-backchannel-logout-discovery-endpoint-verification: offers only back-channel logout with sid', async () => {
  const { config } = await createApp();
  expect(config.serverMetadata()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
  expect(config.serverMetadata()).not.toHaveProperty('frontchannel_logout_supported');
});

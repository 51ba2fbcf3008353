import { randomUUID } from 'node:crypto';
import { errors } from 'oidc-provider';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db, inTransaction } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createClientRow, unique } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { PostgresAdapter } from './adapter.ts';
import { isClientSecret } from './client-metadata.ts';

const adapter = (model: string) => new PostgresAdapter(model);
const userId = randomUUID();
const clientId = unique('client');

beforeEach(async () => {
  await db().oidcArtifact.deleteMany();
  await db().oAuthClient.deleteMany({ where: { id: clientId } });
  await createClientRow(db(), { id: clientId, name: 'Reports', scopes: ['openid', 'email'], secretHash: sha256('s') });
});
afterEach(() => vi.useRealTimers());

/** A token family: a grant, its code, and the tokens issued for it. */
async function issue() {
  const ids = {
    Grant: randomToken(),
    AuthorizationCode: randomToken(),
    AccessToken: randomToken(),
    RefreshToken: randomToken(),
  };
  await adapter('Grant').upsert(ids.Grant, { jti: ids.Grant, accountId: userId, clientId }, 1000);
  for (const model of ['AuthorizationCode', 'AccessToken', 'RefreshToken'] as const) {
    await adapter(model).upsert(ids[model], { jti: ids[model], grantId: ids.Grant, accountId: userId, clientId }, 60);
  }
  return ids;
}

test('finds a stored value; the table has only its hash and, for tokens, 8 characters (S76)', async () => {
  const ids = await issue();
  expect(await adapter('AccessToken').find(ids.AccessToken)).toEqual({
    jti: ids.AccessToken,
    grantId: ids.Grant,
    accountId: userId,
    clientId,
  });
  expect(await adapter('RefreshToken').find(ids.AccessToken)).toBeUndefined();
  const rows = await db().oidcArtifact.findMany({ orderBy: { model: 'asc' } });
  const dump = JSON.stringify(rows);
  for (const value of [ids.AuthorizationCode, ids.AccessToken, ids.RefreshToken]) expect(dump).not.toContain(value);
  expect(rows.map(({ model, prefix }) => [model, prefix])).toEqual([
    ['AccessToken', ids.AccessToken.slice(0, 8)],
    ['AuthorizationCode', null],
    ['Grant', null],
    ['RefreshToken', ids.RefreshToken.slice(0, 8)],
  ]);
  expect(rows[0]).toMatchObject({ userId, clientId, grantId: ids.Grant, consumedAt: null });
  expect(rows[0]?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
});

test('stores an interaction without its URL and the session cookie, and restores the URL', async () => {
  const uid = randomToken();
  const cookie = randomToken();
  const session = { accountId: userId, uid: 'row', cookie };
  const params = { client_id: clientId, scope: 'openid' };
  await adapter('Interaction').upsert(uid, { jti: uid, returnTo: 'https://evil.example', params, session }, 900);
  expect(await adapter('Interaction').find(uid)).toEqual({
    jti: uid,
    returnTo: `${env().APP_URL}/oauth2/authorize/${uid}`,
    params,
    session: { accountId: userId, uid: 'row' },
  });
  const row = await db().oidcArtifact.findFirstOrThrow();
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${cookie}|${uid}|evil\\.example`));
  expect(row).toMatchObject({ userId, clientId });
});

test('keeps only the newest provider session of a login session, and finds it by its uid', async () => {
  const uid = randomUUID();
  const values = Array.from({ length: 8 }, randomToken);
  await Promise.all(
    values.map((jti) => adapter('Session').upsert(jti, { jti, uid, accountId: userId, loginTs: 7 }, 60)),
  );
  expect(await db().oidcArtifact.count({ where: { model: 'Session', uid } })).toBe(1);
  expect(await adapter('Session').findByUid(uid)).toEqual({ uid, accountId: userId, loginTs: 7 });
  expect(await adapter('Session').findByUid(randomUUID())).toBeUndefined();
});

test('moves a provider session to the login session that it is saved with, also in two requests at once', async () => {
  const jti = randomToken();
  const save = (uid: string) => adapter('Session').upsert(jti, { jti, uid, accountId: userId, loginTs: 7 }, 60);
  await save('first');
  for (let round = 0; round < 10; round++) await Promise.all([save(randomUUID()), save(randomUUID())]);
  await save('last');
  const rows = await db().oidcArtifact.findMany({ where: { model: 'Session' }, select: { uid: true } });
  expect(rows).toEqual([{ uid: 'last' }]);
});

test('does not keep a value consumed that replaces another with the same user code', async () => {
  const codes = [randomToken(), randomToken()] as const;
  await adapter('DeviceCode').upsert(codes[0], { userCode: 'BCDFGHJK', clientId }, 60);
  await adapter('DeviceCode').consume(codes[0]);
  await adapter('DeviceCode').upsert(codes[0], { userCode: 'BCDFGHJK', clientId }, 60);
  expect(await adapter('DeviceCode').find(codes[0])).toMatchObject({ consumed: expect.any(Number) });
  await adapter('DeviceCode').upsert(codes[1], { userCode: 'BCDFGHJK', clientId }, 60);
  expect(await adapter('DeviceCode').find(codes[0])).toBeUndefined();
  expect(await adapter('DeviceCode').find(codes[1])).not.toHaveProperty('consumed');
});

test('replaces the payload of a value that is saved again, and keeps the value consumed', async () => {
  const { RefreshToken, Grant } = await issue();
  await adapter('PushedAuthorizationRequest').upsert('par', { request: 'a' }, 60);
  await adapter('PushedAuthorizationRequest').consume('par');
  await adapter('PushedAuthorizationRequest').upsert('par', { request: 'b' }, 60);
  expect(await adapter('PushedAuthorizationRequest').find('par')).toMatchObject({
    request: 'b',
    consumed: expect.any(Number),
  });
  await expect(adapter('PushedAuthorizationRequest').consume('par')).rejects.toThrow(errors.InvalidRequestUri);
  await adapter('RefreshToken').upsert(RefreshToken, { grantId: Grant, scope: 'openid' }, 60);
  expect(await adapter('RefreshToken').find(RefreshToken)).toEqual({
    jti: RefreshToken,
    grantId: Grant,
    scope: 'openid',
  });
});

test.each(['AuthorizationCode', 'RefreshToken'] as const)(
  'lets one of 20 parallel uses of one %s succeed',
  async (model) => {
    const ids = await issue();
    const uses = await Promise.allSettled(Array.from({ length: 20 }, () => adapter(model).consume(ids[model])));
    const refused = uses.flatMap((use) => (use.status === 'rejected' ? [use.reason as unknown] : []));
    expect(refused).toHaveLength(19);
    for (const error of refused) expect(error).toBeInstanceOf(errors.InvalidGrant);
  },
);

test('revokes what was issued for a code on its second use, and nothing else (S69)', async () => {
  const ids = await issue();
  const other = await issue();
  await adapter('AuthorizationCode').consume(ids.AuthorizationCode);
  expect(await adapter('AuthorizationCode').find(ids.AuthorizationCode)).toMatchObject({
    consumed: expect.any(Number),
  });
  await expect(adapter('AuthorizationCode').consume(ids.AuthorizationCode)).rejects.toThrow(errors.InvalidGrant);
  for (const model of ['Grant', 'AccessToken', 'RefreshToken', 'AuthorizationCode'] as const) {
    expect(await adapter(model).find(ids[model]), model).toBeUndefined();
    expect(await adapter(model).find(other[model]), model).toBeDefined();
  }
});

test('refuses a refresh token used again within 30 s but revokes nothing; later returns it as consumed (S71)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ids = await issue();
  await adapter('RefreshToken').consume(ids.RefreshToken);
  vi.advanceTimersByTime(29_000);
  await expect(adapter('RefreshToken').find(ids.RefreshToken)).rejects.toThrow(errors.InvalidGrant);
  await expect(adapter('RefreshToken').consume(ids.RefreshToken)).rejects.toThrow(errors.InvalidGrant);
  expect(await adapter('AccessToken').find(ids.AccessToken)).toBeDefined();
  expect(await adapter('Grant').find(ids.Grant)).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect(await adapter('RefreshToken').find(ids.RefreshToken)).toMatchObject({ consumed: expect.any(Number) });
});

test('deletes a model by revokeByGrantId, a value by destroy, and all artifacts with their client', async () => {
  const ids = await issue();
  const other = await issue();
  await adapter('AccessToken').revokeByGrantId(ids.Grant);
  expect(await adapter('AccessToken').find(ids.AccessToken)).toBeUndefined();
  expect(await adapter('AccessToken').find(other.AccessToken)).toBeDefined();
  expect(await adapter('RefreshToken').find(ids.RefreshToken)).toBeDefined();
  await adapter('RefreshToken').destroy(ids.RefreshToken);
  expect(await adapter('RefreshToken').find(ids.RefreshToken)).toBeUndefined();
  await db().oAuthClient.delete({ where: { id: clientId } });
  expect(await db().oidcArtifact.count({ where: { clientId } })).toBe(0);
});

test('reads a client from its table, with the hash of the secret instead of the secret', async () => {
  const metadata = await adapter('Client').find(clientId);
  expect(metadata).toMatchObject({
    client_id: clientId,
    client_name: 'Reports',
    scope: 'openid email',
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
  });
  expect(isClientSecret(metadata?.client_secret, 's')).toBe(true);
  expect(isClientSecret(metadata?.client_secret, metadata?.client_secret ?? '')).toBe(false);
  expect(await adapter('Client').find('unknown')).toBeUndefined();
  await db().oAuthClient.update({ where: { id: clientId }, data: { secretHash: null } });
  expect(await adapter('Client').find(clientId)).toBeUndefined();
  await db().oAuthClient.update({
    where: { id: clientId },
    data: { isPublic: true, redirectUris: ['com.example.app:/cb'] },
  });
  expect(await adapter('Client').find(clientId)).toMatchObject({
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  });
});

test.each(['a\0b', 'half of a pair: \ud800'])('refuses to store a value with the text %j (S55)', async (state) => {
  const saved = adapter('Session').upsert('id', { jti: 'id', uid: 'uid', state: { state } }, 60);
  await expect(saved).rejects.toThrow(errors.InvalidRequest);
  expect(await db().oidcArtifact.count()).toBe(0);
});

test('lets one of 5 concurrent requests end an interaction (S67)', async () => {
  await adapter('Interaction').upsert('uid', { jti: 'uid', params: { client_id: clientId } }, 60);
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => adapter('Interaction').destroy('uid')));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(adapter('AccessToken').destroy('unknown')).resolves.toBeUndefined();
});

test('stores a code only if its session still exists (R28)', async () => {
  const { id, ctx } = await createSignedInUser(db());
  const save = async () => {
    const code = randomToken();
    const payload = { jti: code, accountId: id, clientId, sessionUid: ctx.actor.sessionId };
    await adapter('AuthorizationCode').upsert(code, payload, 60);
    return adapter('AuthorizationCode').find(code);
  };
  expect(await save()).toBeDefined();
  await db().signInSession.deleteMany({ where: { userId: id } });
  expect(await save()).toBeUndefined();
});

test('does not keep a code that is stored while its session ends (R28)', async () => {
  const { id, ctx } = await createSignedInUser(db());
  const code = randomToken();
  const payload = { jti: code, accountId: id, clientId, sessionUid: ctx.actor.sessionId };
  const { writing } = await inTransaction(db(), async (tx) => {
    await endEverySession(anonymousContext(tx), id);
    const started = adapter('AuthorizationCode').upsert(code, payload, 60);
    await expect
      .poll(
        () => tx.$queryRaw<object[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return { writing: started };
  });
  await writing;
  expect(await adapter('AuthorizationCode').find(code)).toBeUndefined();
});

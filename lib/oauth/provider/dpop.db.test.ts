import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';
import { startMountedProvider, type RelyingParty } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const TOKEN = () => `${env().APP_URL}/oauth2/token`;
const USERINFO = () => `${env().APP_URL}/oauth2/userinfo`;

type Keys = { privateKey: KeyObject; publicKey: KeyObject };
const createKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

/** A proof (RFC 9449 §4.2) for a POST to the token endpoint; `changes` replace parts of it. */
function proofOf({ privateKey, publicKey }: Keys, changes: { header?: object; claims?: object } = {}): string {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }), ...changes.header };
  const claims = { jti: randomUUID(), htm: 'POST', htu: TOKEN(), iat: now(), ...changes.claims };
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

type Answer = { status: number; body: Record<string, unknown> };

/** Logs a person in to a client with DPoP. `handle` makes the proofs for the tokens. */
async function logIn({ requireDpop = true, isPublic = true } = {}) {
  const keys = createKeys();
  const [person, app] = [
    await createSignedInUser(db()),
    await provider.createRelyingParty({ requireDpop, isPublic, scopes: ['openid'] }),
  ];
  const handle = await handleOf(app);
  const tokens = await app.logIn(person, 'openid', {}, { DPoP: handle });
  return { person, app, keys, handle, tokens };
}
const handleOf = async ({ config }: RelyingParty) => client.getDPoPHandle(config, await client.randomDPoPKeyPair());

async function renew(app: RelyingParty, refresh: string, proof: string | null): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: app.id });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(proof !== null && { DPoP: proof }) };
  const answer = await provider.send(TOKEN(), { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

describe('a client that must use DPoP', () => {
  test('gets bound tokens, which work with the proof of their key', async () => {
    const { app, handle, tokens, person } = await logIn();
    expect(tokens.token_type).toBe('dpop');
    const person2 = await client.fetchUserInfo(app.config, tokens.access_token, person.id, { DPoP: handle });
    expect(person2.sub).toBe(person.id);
    const renewed = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '', {}, { DPoP: handle });
    expect(renewed.token_type).toBe('dpop');
  });

  test('gets no token without a proof', async () => {
    const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty({ requireDpop: true })];
    await expect(app.logIn(person, 'openid')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('cannot use a bound token as a bearer token', async () => {
    const { tokens } = await logIn();
    for (const scheme of ['Bearer', 'DPoP']) {
      const headers = { authorization: `${scheme} ${tokens.access_token}` };
      expect((await provider.send(USERINFO(), { headers })).status, scheme).toBeGreaterThanOrEqual(400);
    }
  });
});

/** A login whose tokens are bound to `keys`, which this test controls. */
async function bound() {
  const { app, tokens } = await logIn();
  const keys = createKeys();
  const { crv, kty, x, y } = keys.publicKey.export({ format: 'jwk' });
  const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const where = { model: { in: ['RefreshToken', 'AccessToken'] }, clientId: app.id };
  for (const { model, id, payload } of await db().oidcArtifact.findMany({ where })) {
    const data = { payload: { ...(payload as object), jkt } };
    await db().oidcArtifact.update({ where: { model_id: { model, id } }, data });
  }
  return { app, keys, refresh: tokens.refresh_token ?? '', access: tokens.access_token };
}

describe('refuses a renewal with a bound refresh token', () => {
  const other = createKeys();
  test.each<[string, (keys: Keys) => string | null]>([
    ['without a proof', () => null],
    ['with a malformed proof', () => 'x'],
    ['with the proof of another key', () => proofOf(other)],
    [
      'with another key in the header than the one that signed',
      (keys) => proofOf({ ...other, publicKey: keys.publicKey }),
    ],
    ['with a proof for another path', (keys) => proofOf(keys, { claims: { htu: USERINFO() } })],
    [
      'with a proof for another host',
      (keys) => proofOf(keys, { claims: { htu: 'https://evil.example/oauth2/token' } }),
    ],
    ['with a proof for another method', (keys) => proofOf(keys, { claims: { htm: 'GET' } })],
    ['with a proof from an hour ago', (keys) => proofOf(keys, { claims: { iat: now() - 3600 } })],
    ['with a proof from an hour ahead', (keys) => proofOf(keys, { claims: { iat: now() + 3600 } })],
    ['with a proof without a time', (keys) => proofOf(keys, { claims: { iat: undefined } })],
    ['with a proof without an id', (keys) => proofOf(keys, { claims: { jti: undefined } })],
    ['with a proof without a method', (keys) => proofOf(keys, { claims: { htm: undefined } })],
    ['with a proof of another type', (keys) => proofOf(keys, { header: { typ: 'jwt' } })],
    ['with a proof without a type', (keys) => proofOf(keys, { header: { typ: undefined } })],
    ['with alg none', (keys) => proofOf(keys, { header: { alg: 'none' } })],
    ['with HS256', (keys) => proofOf(keys, { header: { alg: 'HS256' } })],
    ['with an algorithm that is not offered', (keys) => proofOf(keys, { header: { alg: 'ES384' } })],
    [
      'with the private key in the header',
      (keys) => proofOf(keys, { header: { jwk: keys.privateKey.export({ format: 'jwk' }) } }),
    ],
    ['without a key in the header', (keys) => proofOf(keys, { header: { jwk: undefined } })],
    ['with a nonce that was never given', (keys) => proofOf(keys, { claims: { nonce: 'abc' } })],
    ['with two proofs', (keys) => `${proofOf(keys)}, ${proofOf(keys)}`],
  ])('%s', async (_what, forge) => {
    const { app, keys, refresh } = await bound();
    const answer = await renew(app, refresh, forge(keys));
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatch(/^invalid_(dpop_proof|grant)$/);
    expect(await renew(app, refresh, proofOf(keys)), 'and the token still works').toMatchObject({ status: 200 });
  });

  test('with a proof that was used before', async () => {
    const { app, keys, refresh } = await bound();
    const proof = proofOf(keys);
    const first = await renew(app, refresh, proof);
    expect(first.status).toBe(200);
    const again = await renew(app, String(first.body['refresh_token']), proof);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

test('accepts one of ten simultaneous requests with the same proof', async () => {
  const { keys, access } = await bound();
  const ath = createHash('sha256').update(access).digest('base64url');
  const proof = proofOf(keys, { claims: { htm: 'GET', htu: USERINFO(), ath } });
  const headers = { authorization: `DPoP ${access}`, DPoP: proof };
  const answers = await Promise.all(Array.from({ length: 10 }, () => provider.send(USERINFO(), { headers })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array<number>(9).fill(401)]);
});

test('makes DPoP optional for other clients', async () => {
  const { tokens } = await logIn({ requireDpop: false });
  expect(tokens.token_type).toBe('dpop');
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  expect((await app.logIn(person, 'openid')).token_type).toBe('bearer');
});

describe('a client that must push its requests', () => {
  const create = () => provider.createRelyingParty({ requirePar: true });

  test('is refused without a pushed request', async () => {
    const [person, app] = [await createSignedInUser(db()), await create()];
    await expect(app.logIn(person, 'openid')).rejects.toMatchObject({ error: 'invalid_request' });
  });

  test('logs a person in with a pushed request, once per request', async () => {
    const [person, app] = [await createSignedInUser(db()), await create()];
    const verifier = client.randomPKCECodeVerifier();
    const url = await client.buildAuthorizationUrlWithPAR(app.config, {
      redirect_uri: 'https://app.example/cb',
      scope: 'openid',
      state: 'xyz',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const answer = await app.answerOf(person, url);
    const tokens = await client.authorizationCodeGrant(app.config, answer, {
      pkceCodeVerifier: verifier,
      expectedState: 'xyz',
    });
    expect(tokens.claims()?.sub).toBe(person.id);
    expect((await app.answerOf(person, url)).searchParams.get('code')).toBeNull();
  });
});

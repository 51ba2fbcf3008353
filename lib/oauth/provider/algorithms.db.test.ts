import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookieName, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import { loadJwks } from '#lib/oauth/store/signing-keys.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { deliverLogouts, LogoutEndpoint, partOfJwt } from '#lib/testing/oauth/logout-endpoint.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { logOut } from '#lib/auth/login/service.ts';

const endpoint = new LogoutEndpoint();
let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
  await endpoint.start();
});
afterAll(() => {
  provider.close();
  endpoint.close();
});

const keyOf = async (wanted: SigningAlgorithm) => {
  const key = (await loadJwks(db())).keys.find(({ alg }) => alg === wanted);
  if (!key) throw new Error('no key');
  return key;
};
const createApp = (idTokenAlg: SigningAlgorithm) =>
  provider.createRelyingParty({ idTokenAlg, backchannelLogoutUri: endpoint.uri });

// openid-client verifies the signature of each ID token with the published keys.
describe.each(SIGNING_ALGORITHMS)('a client with %s', (alg) => {
  test('gets ID tokens signed with the active key of that algorithm, at login and at renewal', async () => {
    const [person, app] = [await createSignedInUser(db()), await createApp(alg)];
    const { kid } = await keyOf(alg);
    const tokens = await app.logIn(person, 'openid');
    const renewed = await refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    for (const token of [tokens.id_token, renewed.id_token])
      expect(partOfJwt(token ?? '', 0)).toMatchObject({ alg, kid });
  });

  test('gets logout tokens with the same algorithm, and logs out with its ID token', async () => {
    await endpoint.reset();
    const [person, app] = [await createSignedInUser(db()), await createApp(alg)];
    const { id_token } = await app.logIn(person, 'openid');
    expect(await endSessionWith(id_token ?? '', person.sessionToken)).toBe('/');
    expect(await db().signInSession.count({ where: { userId: person.id } })).toBe(0);
    await deliverLogouts();
    expect(endpoint.received.map(({ token }) => partOfJwt(token, 0))).toMatchObject([{ alg, typ: 'logout+jwt' }]);
  });
});

async function endSessionWith(hint: string, sessionToken: string): Promise<string | null> {
  const query = new URLSearchParams({ id_token_hint: hint });
  const headers = { accept: 'text/html', cookie: `${sessionCookieName()}=${sessionToken}` };
  const answer = await provider.send(`${env().APP_URL}/oauth2/end_session?${query}`, { headers });
  return answer.headers.get('location');
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
type Key = Awaited<ReturnType<typeof keyOf>>;
const signWith = {
  RS256: (text: string, key: Key) => sign('sha256', Buffer.from(text), createPrivateKey({ key, format: 'jwk' })),
  ES256: (text: string, key: Key) =>
    sign('sha256', Buffer.from(text), { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }),
  EdDSA: (text: string, key: Key) => sign(null, Buffer.from(text), createPrivateKey({ key, format: 'jwk' })),
};

/** Each attack turns the claims of a real ID token into a token that must not log its person out. */
type Attack = (claims: object, own: Key) => Promise<string> | string;
const signed = (header: object, claims: object, signature: (text: string) => Buffer) => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${signature(text).toString('base64url')}`;
};
const hmac = (secret: string | Buffer) => (text: string) => createHmac('sha256', secret).update(text).digest();
const pemOf = async (kid: string) => {
  const { keys } = (await (await provider.send(`${env().APP_URL}/oauth2/jwks`)).json()) as { keys: Key[] };
  return JSON.stringify(keys.find((key) => key.kid === kid));
};
const ATTACKS: [string, Attack][] = [
  ['without a signature, as alg none', (claims, { kid }) => `${encode({ alg: 'none', kid })}.${encode(claims)}.`],
  ['without a signature, as alg NONE', (claims, { kid }) => `${encode({ alg: 'NONE', kid })}.${encode(claims)}.`],
  ['without an algorithm', (claims, { kid }) => `${encode({ kid })}.${encode(claims)}.`],
  ['with an empty signature', (claims, { kid, alg }) => `${encode({ alg, kid })}.${encode(claims)}.`],
  [
    'with the public key as secret of HS256',
    async (claims, { kid }) => signed({ alg: 'HS256', kid }, claims, hmac(await pemOf(kid))),
  ],
  [
    'with the public member as secret of HS256',
    (claims, key) =>
      signed({ alg: 'HS256', kid: key.kid }, claims, hmac(Buffer.from(key.n ?? key.x ?? '', 'base64url'))),
  ],
  ['with an empty secret of HS256', (claims, { kid }) => signed({ alg: 'HS256', kid }, claims, hmac(''))],
  [
    'with its own key in the header (jwk)',
    (claims, own) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const header = { alg: own.alg, kid: own.kid, jwk: publicKey.export({ format: 'jwk' }) };
      return signed(header, claims, (text) => sign(null, Buffer.from(text), privateKey));
    },
  ],
  [
    'with a URL of keys in the header (jku)',
    (claims, own) => signed({ alg: own.alg, kid: own.kid, jku: endpoint.uri }, claims, () => Buffer.alloc(64)),
  ],
  [
    'signed by the server for a client with another algorithm',
    async (claims, own) => {
      const other = await keyOf(own.alg === 'RS256' ? 'ES256' : 'RS256');
      return signed({ alg: other.alg, kid: other.kid }, claims, (text) => signWith[other.alg](text, other));
    },
  ],
  [
    'signed with another algorithm than the one in the header',
    async (claims, own) => {
      const other = await keyOf(own.alg === 'EdDSA' ? 'ES256' : 'EdDSA');
      return signed({ alg: own.alg, kid: own.kid }, claims, (text) => signWith[other.alg](text, other));
    },
  ],
  [
    'with changed claims under the old signature',
    (claims, own) => {
      const text = `${encode({ alg: own.alg, kid: own.kid })}.${encode(claims)}`;
      const changed = encode({ ...claims, iat: 1 });
      return `${text.split('.')[0]}.${changed}.${signWith[own.alg](text, own).toString('base64url')}`;
    },
  ],
];

describe.each(SIGNING_ALGORITHMS)('refuses the id_token_hint of a client with %s', (alg) => {
  test.each(ATTACKS)('%s (S79)', async (_what, attack) => {
    const [person, app] = [await createSignedInUser(db()), await createApp(alg)];
    const claims = (await app.logIn(person, 'openid')).claims() ?? {};
    const forged = await attack(claims, await keyOf(alg));
    expect(await endSessionWith(forged, person.sessionToken)).toBe('/oauth2/authorize?error=invalid_logout');
    expect(await db().signInSession.count({ where: { userId: person.id } })).toBe(1);
  });

  test('unless it is signed with the right key (S79)', async () => {
    const [person, app] = [await createSignedInUser(db()), await createApp(alg)];
    const claims = (await app.logIn(person, 'openid')).claims() ?? {};
    const own = await keyOf(alg);
    const again = signed({ alg, kid: own.kid }, claims, (text) => signWith[alg](text, own));
    const other = await startSignInSession(anonymousContext(db()), person.id);
    await endSessionWith(again, other.token);
    expect(await db().signInSession.count({ where: { id: other.id } })).toBe(0);
    await logOut(person.ctx, person.sessionToken);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GET as continueLogin, POST as postLogin } from '#app/oauth2/authorize/[uid]/login/route.ts';
import { POST as decide } from '#app/oauth2/authorize/[uid]/route.ts';
import { GET as continueDeviceLogin, POST as postDeviceLogin } from '#app/oauth2/device/[uid]/login/route.ts';
import { POST as decideOnDevice } from '#app/oauth2/device/[uid]/route.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { db, pool } from '#lib/base/db/db.ts';
import { CARD_CODES, cardOfProvider } from '#lib/oauth/error-card.ts';
import '#lib/testing/database.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { findAuthorizationForPage } from './authorize-page.ts';
import { findEndedApplication } from './interaction.ts';

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

type Begun = Awaited<ReturnType<typeof begin>>;
/** A person on the consent page of a request. */
async function begin() {
  const user = await createSignedInUser(db());
  const begun = await provider.begin(user.sessionToken, user.email);
  const key = { model: 'Interaction', id: Buffer.from(sha256(begun.uid)).toString('base64url') };
  return { ...begun, user, key, headers: Object.fromEntries(begun.headers) as Record<string, string> };
}

type Place = (begun: Begun, headers: Record<string, string>) => Promise<string | null>;
type Handler = (request: Request, context: { params: Promise<{ uid: string }> }) => Promise<Response>;
const at = (handler: Handler, form?: Record<string, string>, method = form ? 'POST' : 'GET'): Place =>
  async function ask({ uid }, headers) {
    const body = form && new URLSearchParams(form);
    const request = new Request(`http://localhost:8080/oauth2/authorize/${uid}`, {
      method,
      headers,
      body: body ?? null,
    });
    return (await handler(request, { params: Promise.resolve({ uid }) })).headers.get('location');
  };
const form = (decision: string) => ({ decision, shown_at: '0' });

/** Every place that continues a request, and what it answers: the location of the card. */
const PLACES: Readonly<Record<string, Place>> = {
  Authorize: at(decide, form('authorize')),
  Deny: at(decide, form('deny')),
  'the login': at(continueLogin),
  "the login's button": at(postLogin, {}),
  'Authorize for a device': at(decideOnDevice, form('authorize')),
  'Deny for a device': at(decideOnDevice, form('deny')),
  "a device's login": at(continueDeviceLogin),
  "the button of a device's login": at(postDeviceLogin, {}),
  'the way back to the application': async ({ uid }, { cookie = '' }) =>
    (await provider.call('GET', `/oauth2/authorize/${uid}`, { cookie })).answer.headers.location ?? null,
  'the page': async ({ uid, ctx }, headers) => {
    const found = await findAuthorizationForPage(ctx.actor, { interaction: uid }, new Headers(headers));
    return typeof found === 'object' && 'ended' in found ? `/oauth2/authorize?error=${found.ended}` : null;
  },
};

const age = ({ key: { model, id } }: Begun) => db().$executeRaw`
  UPDATE oidc_artifacts SET expires_at = now() - interval '1 second',
    payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch FROM now())::int - 60))
  WHERE model = ${model} AND id = ${id}`;
const remove = ({ key }: Begun) => db().oidcArtifact.delete({ where: { model_id: key } });
const withoutCookies = ({ session, headers }: Begun) => ({ ...headers, cookie: session });

type Cause = { code: string; make: (begun: Begun) => Promise<Record<string, string>>; never?: string[] };
const CAUSES: Readonly<Record<string, Cause>> = {
  'a request that has expired': { code: 'expired', make: async (begun) => (await age(begun), begun.headers) },
  'a request that expired and was removed': {
    code: 'expired',
    make: async (begun) => (await remove(begun), withoutCookies(begun)),
  },
  'a request that was answered': { code: 'answered', make: async (begun) => (await remove(begun), begun.headers) },
  "another browser's request": { code: 'other_browser', make: async (begun) => withoutCookies(begun) },
  'a form or link of another site': {
    code: 'other_site',
    make: async ({ headers }) => ({ ...headers, 'sec-fetch-site': 'cross-site' }),
    never: ['the page', 'the way back to the application'], // a link to them does nothing
  },
  'something unexpected': {
    code: 'failed',
    make: async ({ headers }) => {
      vi.spyOn(pool(), 'query').mockImplementation(() => Promise.reject(new Error('unexpected')));
      return headers;
    },
    never: ['the page', 'the way back to the application'], // an error page, and the provider's own server_error
  },
};

describe.each(Object.entries(CAUSES))('%s has its own card', (_cause, { code, make, never = [] }) => {
  test.each(Object.entries(PLACES).filter(([place]) => !never.includes(place)))('at %s', async (_place, ask) => {
    const begun = await begin();
    const headers = await make(begun);
    const location = await ask(begun, headers);
    vi.restoreAllMocks();
    expect(location).toBe(`/oauth2/authorize?error=${code}`);
    expect(await db().consent.count({ where: { userId: begun.user.id } })).toBe(0);
  });
});

test('an answer whose session has been replaced in the meantime has its own card', async () => {
  const begun = await begin();
  await begun.decide('authorize');
  const other = await createSignedInUser(db());
  const cookie = begun.cookie.replace(begun.user.sessionToken, other.sessionToken);
  const { answer } = await provider.call('GET', `/oauth2/authorize/${begun.uid}`, { cookie });
  expect(answer.headers.location).toBe('/oauth2/authorize?error=other_login');
});

test.each([
  ['authorization', 'invalid_request', 'invalid_request'],
  ['authorization', 'invalid_client', 'invalid_client'],
  ['authorization', 'invalid_client_metadata', 'invalid_client'],
  ['authorization', 'invalid_redirect_uri', 'invalid_redirect_uri'],
  ['authorization', 'invalid_request_uri', 'invalid_request_uri'],
  ['authorization', 'temporarily_unavailable', 'temporarily_unavailable'],
  ['authorization', 'server_error', 'server_error'],
  ['authorization', 'toString', 'failed'],
  ['resume', 'access_denied', 'failed'],
  ['end_session', 'invalid_request', 'invalid_logout'],
  ['end_session', 'invalid_client', 'invalid_logout'],
  ['end_session', 'temporarily_unavailable', 'logout_failed'],
  ['end_session_confirm', 'invalid_request', 'logout_failed'],
  ['end_session_success', 'server_error', 'logout_failed'],
])('shows for an error of %s, %s, the card %s', (route, error, code) => {
  expect(cardOfProvider(route, error)).toBe(code);
  expect(CARD_CODES).toContain(code);
});

test('leads to a card from no other place', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'lib/**/*.ts', 'server/**/*.ts'])
    .filter(
      (file) =>
        !file.includes('.test.') &&
        /errorCard\(|authorize\?error=|authorize\(\{ error/.test(readFileSync(file, 'utf8')),
    )
    .toSorted();
  expect(files).toEqual([
    'lib/oauth/consent/consent-route.ts',
    'lib/oauth/device/device-request.ts',
    'lib/oauth/error-card.ts',
    'lib/oauth/provider/browser-request.ts',
    'lib/oauth/provider/configuration.ts',
  ]);
});

describe('the application of a request that has ended', () => {
  test.each([
    [
      'https, one origin',
      { redirectUris: ['https://app.example/cb', 'https://app.example/b'] },
      'https://app.example/',
    ],
    ['https with a port', { redirectUris: ['https://app.example:8443/cb'] }, 'https://app.example:8443/'],
    [
      'https and its own scheme',
      { redirectUris: ['https://app.example/cb', 'com.example.app:/cb'] },
      'https://app.example/',
    ],
    ['two origins', { redirectUris: ['https://app.example/cb', 'https://other.example/cb'] }, null],
    ['localhost', { redirectUris: ['http://localhost:3000/cb'] }, null],
    ['its own scheme', { redirectUris: ['com.example.app:/cb'] }, null],
    ['a client that registered itself', { kind: 'registered', redirectUris: ['https://app.example/cb'] }, null],
  ] as const)('has this site (S64): %s', async (_what, fields, site) => {
    const { client } = await createClientRow(db(), {
      name: 'Helpdesk',
      ...fields,
      redirectUris: [...fields.redirectUris],
    });
    const { ctx } = await createSignedInUser(db());
    expect(await findEndedApplication(ctx, client.id)).toEqual({ name: 'Helpdesk', site });
    await db().oAuthClient.update({ where: { id: client.id }, data: { blockedAt: new Date() } });
    expect(await findEndedApplication(ctx, client.id)).toBeNull();
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookieName, startSignInSession, type Amr } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { TWO_FACTOR_ACR, UNMET } from '#lib/oauth/authentication.ts';
import { continueAuthorization, decideAuthorization } from '#lib/oauth/consent/consent.ts';
import { authorizationOf } from '#lib/testing/oauth/authorization.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createBrowser, createDevice, later } from '#lib/testing/oauth/device.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { isSoak } from '#lib/testing/soak.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const REDIRECT = 'https://app.example/cb';
const OTHER = 'urn:example:another-acr';
const AGE_S = 600;
const acr = (wish: object) => JSON.stringify({ id_token: { acr: wish } });

/** Sessions by the methods of their login. `can`: whether the person could log in with two factors. */
const SESSIONS = {
  'no session': { amr: null, can: true },
  'a password, no second factor': { amr: ['pwd'], can: false },
  'a password': { amr: ['pwd'], can: true },
  'a password and a code': { amr: ['pwd', 'otp'], can: true },
  'a passkey': { amr: ['hwk'], can: true },
} satisfies Record<string, { amr: Amr[] | null; can: boolean }>;
type SessionName = keyof typeof SESSIONS;

/** What a request says about factors: nothing, a wish for two, or for what does not exist. */
const ASKS = {
  nothing: { params: {}, two: false },
  acr_values: { params: { acr_values: `${OTHER} ${TWO_FACTOR_ACR}` }, two: true },
  'unknown acr_values': { params: { acr_values: OTHER }, two: false },
  'an essential acr': { params: { claims: acr({ essential: true, values: [TWO_FACTOR_ACR] }) }, two: true },
  'an essential acr and lower acr_values': {
    params: { claims: acr({ essential: true, value: TWO_FACTOR_ACR }), acr_values: OTHER },
    two: true,
  },
  'an essential acr that is unknown': { params: { claims: acr({ essential: true, value: OTHER }) }, two: null },
} satisfies Record<string, { params: Record<string, string>; two: boolean | null }>;
const AGES = { '': false, '3600': false, [String(AGE_S / 2)]: true, '0': true };
const PROMPTS = ['', 'none', 'login'] as const;
const WAYS = ['the browser', 'a pushed request', 'a device'] as const;

type Case = {
  way: string;
  session: SessionName;
  minimum: boolean;
  ask: keyof typeof ASKS;
  age: string;
  prompt: string;
};

/** What must happen first, by the rules alone. */
function expected({ way, session, minimum, ask, age, prompt }: Case): string {
  const { amr, can } = SESSIONS[session];
  const { two } = ASKS[ask];
  if (two === null) return `error ${UNMET}`;
  const methods: readonly string[] = amr ?? [];
  const isTwo = methods.includes('hwk') || methods.length === 2;
  const lacksFactor = (minimum || two) && !isTwo;
  const isStale = prompt === 'login' || (AGES[age as keyof typeof AGES] ?? false);
  if (prompt === 'none') {
    // the provider stores max_age=0 as prompt=login, and then refuses both prompts together
    if (way === 'a pushed request' && age === '0') return 'error invalid_request';
    if (!amr || lacksFactor || isStale) return 'error login_required';
    return 'error consent_required';
  }
  if (!amr) return 'log_in';
  if (lacksFactor) return can ? 'log_in_again' : 'no_second_factor';
  return isStale ? 'log_in_again' : 'consent';
}

/** A person, and their session of ten minutes ago. */
async function createPerson(name: SessionName) {
  const { amr, can } = SESSIONS[name];
  const person = await createSignedInUser(db(), can ? { totpEnabledAt: new Date() } : {});
  const authTime = new Date(Date.now() - AGE_S * 1000);
  const where = { id: person.ctx.actor.sessionId };
  if (amr) await db().signInSession.update({ where, data: { amr, authTime } });
  else await db().signInSession.delete({ where });
  return { ...person, authTime: Math.floor(authTime.getTime() / 1000), isLoggedIn: amr !== null };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const interactionIn = (location: string) => new URL(location, env().APP_URL).searchParams.get('interaction');

/** The cookies of a browser after an answer. A new value replaces the old one. */
function withCookiesOf(answer: Response, before: string): string {
  const set = answer.headers.getSetCookie().map((line) => line.split(';', 1).join(''));
  const named = [...before.split('; ').filter(Boolean), ...set].map(
    (pair) => [pair.split('=', 1).join(''), pair] as const,
  );
  return [...new Map(named).values()].join('; ');
}

/** The step that an interaction shows to the person. */
async function stepAt(person: Person, uid: string): Promise<string> {
  const ctx = person.isLoggedIn ? person.ctx : anonymousContext(db());
  return (await authorizationOf(ctx, uid))?.step ?? 'no interaction';
}

async function firstInBrowser(person: Person, client: Client, params: Record<string, string>, isPushed: boolean) {
  const query = { client_id: client.id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid', ...params };
  const cookie = person.isLoggedIn ? `${sessionCookieName()}=${person.sessionToken}` : '';
  let url = `${env().APP_URL}/oauth2/authorize?${new URLSearchParams(query)}`;
  if (isPushed) {
    const pushed = await client.post('/oauth2/par', query);
    const uri = pushed['request_uri'];
    if (typeof uri !== 'string') return { outcome: `error ${String(pushed['error'])}` };
    const by = { client_id: client.id, request_uri: uri };
    url = `${env().APP_URL}/oauth2/authorize?${new URLSearchParams(by)}`;
  }
  const answer = await provider.send(url, { headers: { cookie } });
  const location = answer.headers.get('location') ?? '';
  const uid = interactionIn(location);
  if (uid === null) return { outcome: `error ${new URL(location).searchParams.get('error') ?? 'none'}` };
  return { outcome: await stepAt(person, uid), uid, cookies: withCookiesOf(answer, cookie) };
}

async function firstOnDevice(person: Person, fields: object, params: Record<string, string>) {
  const device = await createDevice(provider, { redirectUris: [REDIRECT], ...fields });
  const { body } = await device.ask({ scope: 'openid', ...params });
  if (typeof body['user_code'] !== 'string') return { outcome: `error ${String(body['error'])}` };
  const browser = createBrowser(provider, person.isLoggedIn ? person : undefined);
  if (!person.isLoggedIn) {
    const { location } = await browser.send('/oauth2/device');
    return { outcome: location.startsWith('/login?') ? 'log_in' : location };
  }
  return { outcome: await stepAt(person, await browser.confirm(body['user_code'])) };
}

type Client = Awaited<ReturnType<typeof createClient>>;

async function createClient(fields: object = {}) {
  const { client, secret } = await createClientRow(db(), { redirectUris: [REDIRECT], ...fields });
  const authorization = `Basic ${btoa(`${client.id}:${secret ?? ''}`)}`;
  return {
    id: client.id,
    post: async (path: string, form: Record<string, string>) => {
      const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) };
      return (await (await provider.send(env().APP_URL + path, init)).json()) as Record<string, unknown>;
    },
  };
}

/** `npm test` tries every fifth combination: five shares no factor with the numbers of asks, ages and prompts. */
const SHARE = isSoak ? 1 : 5;
let combination = 0;

describe.each([false, true])('an application whose minimum is two factors: %s (S90)', (minimum) => {
  describe.each(WAYS)('that asks by %s', (way) => {
    test.each(Object.keys(SESSIONS) as SessionName[])(
      'gets neither less than it needs nor more than it asked for, after %s',
      async (session) => {
        const person = await createPerson(session);
        const fields = { requireTwoFactor: minimum };
        const client = await createClient(fields);
        const wrong: unknown[] = [];
        for (const ask of Object.keys(ASKS) as (keyof typeof ASKS)[])
          for (const age of Object.keys(AGES))
            for (const prompt of way === 'a device' ? [''] : PROMPTS) {
              if (++combination % SHARE) continue;
              const params = { ...ASKS[ask].params, ...(age && { max_age: age }), ...(prompt && { prompt }) };
              const { outcome } =
                way === 'a device' // another person each time, because of the limit on codes
                  ? await firstOnDevice(await createPerson(session), fields, params)
                  : await firstInBrowser(person, client, params, way === 'a pushed request');
              const right = expected({ way, session, minimum, ask, age, prompt });
              if (outcome !== right) wrong.push({ ask, age, prompt, outcome, right });
            }
        expect(wrong).toEqual([]);
      },
      60_000,
    );
  });
});

const inPage = (cookie: string) => new Headers({ cookie, 'sec-fetch-site': 'same-origin' });

/** Presses the buttons of the pages until the client has its answer: its code, or an error. */
async function finish(person: Person, from: { uid?: string | undefined; cookies?: string | undefined }) {
  let { uid = '', cookies = '' } = from;
  for (;;) {
    const step = await stepAt(person, uid);
    const next =
      step === 'continue'
        ? await continueAuthorization(person.ctx, uid, inPage(cookies))
        : await decideAuthorization(
            person.ctx,
            uid,
            { decision: step === 'consent' ? 'authorize' : 'deny', shownAt: 0 },
            inPage(cookies),
          );
    if (next.startsWith('/')) return { step };
    const answer = await provider.send(next, { headers: { cookie: cookies } });
    const location = answer.headers.get('location') ?? '';
    const further = interactionIn(location);
    if (further === null) return { answer: new URL(location).searchParams };
    cookies = withCookiesOf(answer, cookies);
    uid = further;
  }
}

/** Logs a person in again, as the login does: a new session takes the place of the old one. */
async function logInAgain(person: Person, amr: Amr[], cookies: string) {
  const { id, token } = await startSignInSession(anonymousContext(db()), person.id, amr);
  await db().signInSession.delete({ where: { id: person.ctx.actor.sessionId } });
  const ctx = { ...person.ctx, actor: { ...person.ctx.actor, sessionId: id } };
  const again = { ...person, sessionToken: token, ctx, authTime: Math.floor(Date.now() / 1000) };
  return { person: again, cookies: cookies.replace(person.sessionToken, token) };
}

const TWO = { acr: TWO_FACTOR_ACR };
test.each([
  ['a password', ['pwd'], {}],
  ['a password and a code', ['pwd', 'otp', 'mfa'], TWO],
  ['a passkey', ['hwk', 'mfa'], TWO],
] as const)('tells how and when the person logged in, also after a renewal: %s', async (session, amr, has) => {
  const [person, client] = [await createPerson(session), await createClient()];
  const { answer } = await finish(person, await firstInBrowser(person, client, {}, false));
  const form = { grant_type: 'authorization_code', code: answer?.get('code') ?? '', redirect_uri: REDIRECT };
  const tokens = await client.post('/oauth2/token', form);
  const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) };
  for (const { id_token: idToken } of [tokens, await client.post('/oauth2/token', refresh)]) {
    const { acr: value, ...claims } = decodeJwt(String(idToken));
    expect(claims).toMatchObject({ amr, auth_time: person.authTime });
    expect(value === undefined ? {} : { acr: value }).toEqual(has);
  }
});

test('publishes the value and the claims', async () => {
  const metadata = await (await provider.send(`${env().APP_URL}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({
    acr_values_supported: [TWO_FACTOR_ACR],
    claims_supported: expect.arrayContaining(['acr', 'amr', 'auth_time']) as string[],
  });
});

test.each([
  ['the minimum', { requireTwoFactor: true }, {}],
  ['acr_values', {}, { acr_values: TWO_FACTOR_ACR }],
  ['a fresh login as well', { requireTwoFactor: true }, { prompt: 'login' }],
])(
  'continues after a login with a code, and not after one with the password alone: %s',
  async (_why, fields, params) => {
    const [person, client] = [await createPerson('a password'), await createClient(fields)];
    const first = await firstInBrowser(person, client, params, false);
    const { person: again, cookies } = await logInAgain(person, ['pwd'], first.cookies ?? '');
    expect(await finish(again, { ...first, cookies })).toEqual({ step: 'log_in_again' });
    const second = await logInAgain(again, ['pwd', 'otp'], cookies);
    const { answer } = await finish(second.person, { ...first, cookies: second.cookies });
    const form = { grant_type: 'authorization_code', code: answer?.get('code') ?? '', redirect_uri: REDIRECT };
    const { id_token: idToken } = await client.post('/oauth2/token', form);
    expect(decodeJwt(String(idToken))).toMatchObject({ ...TWO, auth_time: second.person.authTime });
  },
);

test('returns a person without a second factor to the application, with its own error', async () => {
  const [person, client] = [
    await createPerson('a password, no second factor'),
    await createClient({ requireTwoFactor: true }),
  ];
  const first = await firstInBrowser(person, client, { state: 's' }, false);
  const { answer } = await finish(person, first);
  expect(Object.fromEntries(answer ?? [])).toMatchObject({ error: UNMET, state: 's', iss: env().APP_URL });
});

test('tells a device that the person has no second factor', async () => {
  const person = await createPerson('a password, no second factor');
  const device = await createDevice(provider, { requireTwoFactor: true });
  const { device_code: code, user_code: userCode } = await device.start();
  const browser = createBrowser(provider, person);
  expect((await browser.decide(await browser.confirm(userCode), 'deny')).html).toContain('Access denied');
  expect(await later(5000, () => device.poll(code))).toMatchObject({ status: 400, body: { error: UNMET } });
});

test('asks again although the person has consented before, and tells prompt=none so', async () => {
  const [person, client] = [
    await createPerson('a password and a code'),
    await createClient({ requireTwoFactor: true }),
  ];
  await finish(person, await firstInBrowser(person, client, {}, false));
  const { person: again } = await logInAgain(person, ['pwd'], '');
  expect(await firstInBrowser(again, client, {}, false)).toMatchObject({ outcome: 'log_in_again' });
  expect(await firstInBrowser(again, client, { prompt: 'none' }, false)).toEqual({ outcome: 'error login_required' });
});

test('exchanges no code and renews no token of one factor once the client needs two', async () => {
  const [person, client] = [await createPerson('a password'), await createClient()];
  const codeOf = async () => {
    const first = await firstInBrowser(person, client, { prompt: 'consent' }, false);
    const code = (await finish(person, first)).answer?.get('code') ?? '';
    return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
  };
  const tokens = await client.post('/oauth2/token', await codeOf());
  const form = await codeOf();
  // the row alone, as if another request had been under way while an admin changed the client
  await db().oAuthClient.update({ where: { id: client.id }, data: { requireTwoFactor: true } });
  const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) };
  for (const each of [form, refresh])
    expect(await client.post('/oauth2/token', each)).toMatchObject({ error: 'invalid_grant' });
});

test('stores no acr value but ours (S76)', async () => {
  const [person, client] = [await createPerson('a password'), await createClient()];
  const secret = createHash('sha256').update(client.id).digest('hex');
  await firstInBrowser(person, client, { claims: acr({ values: [secret] }) }, false);
  const rows = await db().oidcArtifact.findMany({ where: { clientId: client.id }, select: { payload: true } });
  expect(rows).not.toEqual([]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

const decodeJwt = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

import type * as client from 'openid-client';
import { db } from '#lib/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect } from '../../fixtures.ts';
import { stack } from '../../support/stacks/stack.ts';
import { ScriptedBrowser, setAuthTime } from './browser.ts';
import { createRelyingParty, type RelyingParty, type Request } from './relying-party.ts';

/** A new client, and a scripted browser with a new user logged in. */
export async function createWalk(...[auth, fields]: Parameters<typeof createRelyingParty>) {
  const rp = await createRelyingParty(auth, fields);
  const user = await createUserRow(db(), { email: `walk-${crypto.randomUUID()}@example.com` });
  const browser = new ScriptedBrowser();
  const sessionId = await browser.logIn(user.id);
  return { rp, browser, user, email: user.email ?? '', sessionId };
}
export type Walk = Awaited<ReturnType<typeof createWalk>>;

/** Sends an authorization request as the logged-in user and consents if asked. */
export async function authorize(
  { rp, browser }: Pick<Walk, 'rp' | 'browser'>,
  ...parameters: Parameters<RelyingParty['request']>
): Promise<{ request: Request; answer: URL }> {
  const request = await rp.request(...parameters);
  let stop = await browser.open(request.url);
  if (stop.page) stop = await browser.decide(stop, 'authorize');
  expect(stop.page?.text.slice(0, 200) ?? null, `stopped at ${stop.url.pathname}${stop.url.search}`).toBeNull();
  return { request, answer: stop.url };
}

/** Runs `authorize`, then redeems the code. */
export async function logInThere(
  walk: Pick<Walk, 'rp' | 'browser'>,
  ...parameters: Parameters<RelyingParty['request']>
) {
  const { request, answer } = await authorize(walk, ...parameters);
  return walk.rp.redeem(answer, request);
}

/** Sets the session's login time to now, as a new login does. */
export const logInAgain = ({ sessionId }: Pick<Walk, 'sessionId'>) => setAuthTime(sessionId, new Date());

/** Posts a form to the token endpoint and returns the raw response. */
export async function postToken(rp: RelyingParty, form: Record<string, string>) {
  const credentials = Buffer.from(`${rp.id}:${rp.secret}`).toString('base64');
  const response = await fetch(`${stack.baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: rp.secret ? { authorization: `Basic ${credentials}` } : {},
    body: new URLSearchParams(rp.secret ? form : { ...form, client_id: rp.id }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

export const userinfo = (token: string, init: RequestInit = {}) =>
  fetch(`${stack.baseUrl}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` }, ...init });

/** The claims of a response's ID token. Throws if there is none. */
export function claimsOf(tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers) {
  const claims = tokens.claims();
  if (!claims) throw new Error('no ID token');
  return claims;
}

import type * as client from 'openid-client';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect } from '../../fixtures.ts';
import { type Answer, HttpClient, SESSION_COOKIE } from '../../support/http-client.ts';
import { stack } from '../../support/stacks/stack.ts';
import { createRelyingParty, type RelyingParty, type Request } from './relying-party.ts';

/** Headers of a browser that follows a link or submits a form on one of our pages. */
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };

/** An HTTP client in the role of a browser: keeps cookies, follows redirects on our site, submits the consent page. */
export class ScriptedBrowser {
  private readonly http: HttpClient;
  private readonly baseUrl: string;

  /** Starts with a copy of these cookies, or without cookies. */
  constructor(baseUrl = stack.baseUrl, cookies?: ReadonlyMap<string, string>) {
    this.baseUrl = baseUrl;
    this.http = new HttpClient(baseUrl, cookies);
  }

  /** Logs this user in and returns the session's id. */
  async logIn(userId: string): Promise<string> {
    const session = await startSignInSession(processContext({ kind: 'system', job: 'browser tests' }), userId);
    this.http.cookies.set(SESSION_COOKIE, session.token);
    return session.id;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.http.cookies;
  }

  /** Opens a URL and follows redirects to one of our pages or to a URL of another site. Throws after 12 requests. */
  async open(address: string | URL, options: { form?: Record<string, string> } = {}): Promise<Stop> {
    let url = new URL(address, this.baseUrl);
    let send: Parameters<HttpClient['send']>[1] = { headers: NAVIGATION, ...options };
    for (let hops = 0; hops < 12; hops++) {
      if (url.origin !== this.baseUrl) return { url, page: null };
      const answer = await this.http.send(url.pathname + url.search, send);
      const location = answer.headers.get('location');
      if (location === null) return { url, page: answer };
      url = new URL(location, url);
      send = { headers: NAVIGATION };
    }
    throw new Error(`too many redirects at ${url.pathname}`);
  }

  /** Submits the consent page with this button. */
  async decide({ url }: Stop, decision: 'authorize' | 'deny'): Promise<Stop> {
    const uid = url.searchParams.get('interaction') ?? '';
    return this.open(`/oauth2/authorize/${uid}`, { form: { decision, shown_at: String(Date.now() - 1000) } });
  }

  /** Follows the link with this text. */
  async follow(stop: Stop, text: string): Promise<Stop> {
    const links = [...(stop.page?.text ?? '').matchAll(/<a\b[^>]*?\shref="([^"]+)"[^>]*>(.*?)<\/a>/gs)];
    const href = links.find(([, , content]) => content === text)?.[1];
    if (!href) throw new Error(`the page has no link "${text}"`);
    return this.open(new URL(href.replaceAll('&amp;', '&'), stop.url));
  }

  /** Submits the login form of a page, as a browser without JavaScript does. */
  async submitLogin({ page }: Stop, email: string, password: string): Promise<Stop> {
    const form = /<form\b[^>]*\saction="\/login\/form".*?<\/form>/s.exec(page?.text ?? '')?.[0] ?? '';
    const returnUrl = /name="return_url" value="([^"]+)"/.exec(form)?.[1]?.replaceAll('&amp;', '&');
    if (!returnUrl) throw new Error('the page has no login form that leads back');
    return this.open('/login/form', { form: { return_url: returnUrl, email, password } });
  }

  /** Follows the meta refresh of the page after a login. */
  async goOn({ page }: Stop): Promise<Stop> {
    const target = /http-equiv="refresh" content="0; url=([^"]+)"/i.exec(page?.text ?? '')?.[1];
    if (!target) throw new Error('the page has no meta refresh');
    return this.open(target);
  }

  async send(...request: Parameters<HttpClient['send']>): Promise<Answer> {
    return this.http.send(...request);
  }
}

/** Where the redirects ended. `page` is null for a URL of another site. */
export type Stop = { url: URL; page: Answer | null };

/** The page's text without markup. */
export const textOf = ({ page }: Stop): string =>
  (page?.text ?? '')
    .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<wbr\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

export const setAuthTime = (sessionId: string, authTime: Date) =>
  db().signInSession.update({ where: { id: sessionId }, data: { authTime } });

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

/** As if the client's codes had been used 31 seconds ago. */
export const ageCodes = ({ id }: RelyingParty) =>
  db().oidcArtifact.updateMany({
    where: { clientId: id, model: 'AuthorizationCode' },
    data: { consumedAt: new Date(Date.now() - 31_000) },
  });

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

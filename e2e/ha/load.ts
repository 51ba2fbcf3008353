/**
 * A modest load on both web processes, and a record of what they acknowledged, of which nothing may be lost or happen
 * twice.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#dev/stack/process.ts';
import { HttpClient, type Answer } from '../support/http-client.ts';
import { PASSWORD } from '../support/people.ts';
import type { Response, Web } from './journal.ts';
import type { Product } from './product.ts';

/** Facts that the product has confirmed. */
export type Acknowledged = {
  users: string[];
  verified: string[];
  /** cookies of logged-in browsers */
  sessions: { web: Web; cookies: ReadonlyMap<string, string> }[];
  /** access tokens */
  tokens: string[];
  /** customers who have paid */
  paid: string[];
  reports: { server: string; sequence: number; checked: number }[];
};
const nothing = (): Acknowledged => ({
  ...{ users: [], verified: [], sessions: [], tokens: [], paid: [], reports: [] },
});

/**
 * A request was not acknowledged. The load gives up what the request was part of, and continues with the next person.
 */
class NotAcknowledged extends Error {}
type Send = Parameters<HttpClient['send']>;

const REDIRECT = 'https://app.example/callback';
const KEYS = 5;
/**
 * The pause between two usage reports to one web process. The outage is measured by them, so this is its resolution.
 */
const REPORT_PAUSE_MS = 100;
const PAUSE_MS = 300;

export type Load = Awaited<ReturnType<typeof startLoad>>;

export async function startLoad(product: Product) {
  const responses: Response[] = [];
  let acknowledged = nothing();
  let isOpen = true;
  let isOver = false;
  let busy = 0;
  /** An error in the load itself. */
  let failure: Error | undefined;

  /** Sends a request and records its response. Throws if it was not acknowledged. */
  async function send(web: Web, client: HttpClient, isWrite: boolean, ...request: Send): Promise<Answer> {
    const from = Date.now();
    const [what] = request;
    const answer = await client.send(...request).catch((error: unknown) => ({ status: 0, text: String(error) }));
    const { status } = answer;
    responses.push({ web, what: what.split('?', 1)[0] ?? what, from, to: Date.now(), status, isWrite });
    if ('json' in answer && status >= 200 && status < 400) return answer;
    if (status !== 503) console.log(`  ${what} at web ${web + 1}: ${status} ${answer.text.slice(0, 200)}`);
    throw new NotAcknowledged(`${what}: ${status}`);
  }
  const admin = new HttpClient(product.urls[0]);
  await send(0, admin, true, '/login/email', { json: product.admin });
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) {
    const answer = await send(0, admin, true, '/admin/api/fuzzy-keys/generate', { json: { description: `key ${n}` } });
    keys.push((answer.json() as { key: string }).key);
  }
  const servers = await Promise.all(
    ['storage-1', 'storage-2'].map(async (name) => {
      const answer = await send(0, admin, true, '/admin/api/servers', { json: { name } });
      return { name, token: (answer.json() as { token: string }).token };
    }),
  );
  const application = (
    await send(0, admin, true, '/admin/api/oauth2/clients', {
      json: { name: 'Load', redirect_uris: [REDIRECT], scopes: ['openid', 'email'], is_public: false },
    })
  ).json() as { id: string; client_secret: string };

  /** Sends the same report until it is acknowledged, as the agent does. */
  async function report(web: Web, sequence: number): Promise<void> {
    const { name = '', token = '' } = servers[web] ?? {};
    const storage = new HttpClient(product.urls[web]);
    storage.defaultHeaders.authorization = `Basic ${btoa(`${name}:${token}`)}`;
    const now = new Date().toISOString();
    const json = {
      sequence,
      from: now,
      to: now,
      keys: keys.map((key) => ({ key_id: key, checked: 3, hits: 1, errors: 0 })),
    };
    for (;;) {
      if (isOver) return;
      const isTaken = await send(web, storage, true, '/api/storage/usage', { json }).catch(ignore);
      if (isTaken) break;
      await sleep(REPORT_PAUSE_MS);
    }
    acknowledged.reports.push({ server: name, sequence, checked: 3 * KEYS });
    await sleep(REPORT_PAUSE_MS);
  }

  async function signUp(web: Web, n: number): Promise<void> {
    const client = new HttpClient(product.urls[web]);
    const email = `person-${randomUUID()}@example.com`;
    await send(web, client, true, '/signup/email', { json: { email, password: PASSWORD } });
    acknowledged.users.push(email);
    let link: string | undefined;
    const isMailed = async () => {
      const mail = (await product.mails()).find(({ to, subject }) => to === email && /^Verify/.test(subject));
      return (link = mail?.text.match(/https?:\/\/\S*\/verify-email\S*/)?.[0]) !== undefined;
    };
    // Without the email the person would come back later. The checks at the end expect it.
    if (!(await until(isMailed, 20_000, 200)) || !link) return;
    await send(web, client, true, '/verify/email', { json: { email, token: new URL(link).searchParams.get('token') } });
    acknowledged.verified.push(email);
    const browser = new HttpClient(product.urls[web]);
    await send(web, browser, true, '/login/email', { json: { email, password: PASSWORD } });
    acknowledged.sessions.push({ web, cookies: browser.cookies });
    await send(web, browser, false, '/userstatus');
    await send(web, browser, false, '/dashboard', { headers: { accept: 'text/html' } });
    if (n % 2) return;
    await send(web, browser, true, '/account/api/billing/buyer', { json: { kind: 'company' } });
    await send(web, browser, true, '/buy?small=1');
    const { sessions, customers } = await product.stripe.state();
    const customer = customers.find((each) => each.email === email)?.id;
    const session = sessions.find((each) => each.customer === customer)?.id;
    if (!session) throw new Error(`no checkout for ${email}`);
    await product.stripe.send('pay', { session });
    acknowledged.paid.push(email);
  }

  /** A client logs the admin in, and renews its tokens. */
  async function authorize(web: Web): Promise<void> {
    const from = Date.now();
    /** A page says that it failed. That is right only while writes fail, so it is recorded like a 503 to a write. */
    const giveUp = ({ href }: URL): never => {
      responses.push({ web, what: href, from, to: Date.now(), status: 503, isWrite: true });
      throw new NotAcknowledged(href);
    };
    const client = new HttpClient(product.urls[web], admin.cookies);
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = { client_id: application.id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid email' };
    const pkce = { prompt: 'consent', code_challenge_method: 'S256', code_challenge: challenge };
    const page = await follow(
      web,
      client,
      `/oauth2/authorize?${new URLSearchParams({ ...asked, ...pkce }).toString()}`,
    );
    const form = { decision: 'authorize', shown_at: String(Date.now() - 1000) };
    const interaction = page.searchParams.get('interaction');
    if (!interaction) return giveUp(page);
    const back = await follow(web, client, `/oauth2/authorize/${interaction}`, form);
    const code = back.searchParams.get('code');
    if (!code) return giveUp(back);
    const headers = { authorization: `Basic ${btoa(`${application.id}:${application.client_secret}`)}` };
    const redeemed = await send(web, client, true, '/oauth2/token', {
      ...{ headers, form: { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier } },
    });
    const first = redeemed.json() as { access_token: string; refresh_token: string };
    acknowledged.tokens.push(first.access_token);
    const renewed = await send(web, client, true, '/oauth2/token', {
      ...{ headers, form: { grant_type: 'refresh_token', refresh_token: first.refresh_token } },
    });
    acknowledged.tokens.push((renewed.json() as { access_token: string }).access_token);
  }

  /** Follows redirects within the site, always at the same web process. Returns the last URL. */
  async function follow(web: Web, client: HttpClient, start: string, form?: Record<string, string>): Promise<URL> {
    let url = new URL(start, product.appUrl);
    let sent: Send[1] = form ? { form } : {};
    for (let hops = 0; hops < 12; hops++) {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
      const answer = await send(web, client, form !== undefined && hops === 0, url.pathname + url.search, {
        ...sent,
        headers,
      });
      const location = answer.headers.get('location');
      if (location === null) return url;
      url = new URL(location, url);
      if (url.origin !== new URL(product.appUrl).origin) return url;
      sent = {};
    }
    throw new Error(`too many redirects at ${url.pathname}`);
  }

  async function repeat(work: (n: number) => Promise<void>, pause: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      if (!isOpen) {
        await sleep(20);
        n--;
        continue;
      }
      busy++;
      await work(n)
        .catch(ignore)
        .catch((error: unknown) => (failure ??= error instanceof Error ? error : new Error(String(error))));
      busy--;
      await sleep(pause);
    }
  }
  const loops = ([0, 1] as const).flatMap((web) => [
    repeat((n) => report(web, n), 0),
    repeat((n) => signUp(web, n), PAUSE_MS),
    repeat(() => authorize(web), PAUSE_MS),
  ]);
  const all = Promise.all(loops);

  return {
    responses,
    /** What was acknowledged since the last call. */
    take(): Acknowledged {
      const taken = acknowledged;
      acknowledged = nothing();
      return taken;
    },
    /** Begins no more requests, and waits until the running ones have ended. */
    async pause(): Promise<void> {
      isOpen = false;
      if (!(await until(() => busy === 0, 60_000, 20))) throw new Error('the load does not come to rest');
      if (failure) throw failure;
    },
    resume: () => void (isOpen = true),
    async stop(): Promise<void> {
      isOver = true;
      await all;
    },
  };
}

const ignore = (error: unknown): null => {
  if (!(error instanceof NotAcknowledged)) throw error;
  return null;
};

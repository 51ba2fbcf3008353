import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { HttpClient } from '../../support/http-client.ts';
import type { BillingStack, Person } from '../../support/stacks/billing-stack.ts';
import { newPassword } from './canary-walk-of-person.ts';
import { type Walk, call } from './canary-call.ts';

type App = { id: string; secret: string };

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
const REDIRECT_URI = 'https://app.example/callback';
const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** An admin creates a storage server, a key, a user and an OAuth client, and the storage host fetches the key map. */
export async function walkOfAdmin({ stack, canaries }: Walk, admin: Person): Promise<{ app: App; server: HttpClient }> {
  canaries.keep("the admin's session", admin.token);
  const post = async (path: string, json: object) => (await call(admin.client, path, json)).json() as never;
  const made: { server: { id: number }; token: string } = await post('/admin/api/servers', { name: 'canary' });
  canaries.keep('first token of the server', made.token);
  const rotated: { token: string } = await post(`/admin/api/servers/${made.server.id}/rotate-token`, {});
  canaries.keep('second token of the server', rotated.token);
  const { code }: { code: string } = await post(`/admin/api/servers/${made.server.id}/enrolment-code`, {});
  canaries.keep('enrolment code', code);
  const host = new HttpClient(stack.baseUrl);
  const enrolled = (await call(host, '/api/storage/enrol', { code })).json() as { token: string };
  const token = canaries.keep('token of the server', enrolled.token);
  const { code: unused }: { code: string } = await post(`/admin/api/servers/${made.server.id}/enrolment-code`, {});
  canaries.keep('unused enrolment code', unused);
  await post('/admin/api/fuzzy-keys/generate', { description: 'Canary', rank: 50 });
  await post('/admin/api/manual-users', {
    email: `by-admin-${randomUUID()}@example.com`,
    country: 'DE',
    password: canaries.keep('password by an admin', newPassword()),
  });

  const server = new HttpClient(stack.baseUrl);
  expect((await server.send('/api/storage/keys', { headers: basic('canary', made.token) })).status).toBe(401);
  Object.assign(server.defaultHeaders, basic('canary', token));
  const halves = async () =>
    ((await server.send('/api/storage/keys')).json() as { privkey: string }[]).map(({ privkey }) => privkey);
  await expect.poll(async () => (await halves()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  for (const half of await halves()) canaries.keep('private half', half);

  const client: { id: string; client_secret: string } = await post('/admin/api/oauth2/clients', {
    name: 'Canary app',
    redirect_uris: [REDIRECT_URI],
    scopes: ['openid', 'email'],
    is_public: false,
  });
  canaries.keep('first client secret', client.client_secret);
  const again: { client_secret: string } = await post(`/admin/api/oauth2/clients/${client.id}/regenerate-secret`, {});
  return { app: { id: client.id, secret: canaries.keep('client secret', again.client_secret) }, server };
}

/** The user consents; the client uses, refreshes and revokes its tokens. */
export async function walkOfApplication({ stack, canaries }: Walk, browser: HttpClient, app: App): Promise<void> {
  const verifier = canaries.keep('code verifier', randomBytes(32).toString('base64url'));
  const request = new URLSearchParams({
    client_id: app.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email',
    state: 'x',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answer = await authorize(stack, browser, `/oauth2/authorize?${request}`);
  const code = canaries.keep('code', answer.searchParams.get('code'));
  const client = new HttpClient(stack.baseUrl);
  const ask = async (path: string, form: Record<string, string>, status = 200) => {
    const response = await client.send(path, { form, headers: basic(app.id, app.secret) });
    expect(response.status, path).toBe(status);
    return (response.text.startsWith('{') ? response.json() : {}) as Record<string, string>;
  };
  const redeem = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  const first = await ask('/oauth2/token', redeem);
  const second = await ask('/oauth2/token', { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' });
  for (const tokens of [first, second])
    for (const name of ['access_token', 'refresh_token', 'id_token']) canaries.keep(name, tokens[name]);
  const bearer = { authorization: `Bearer ${second.access_token}` };
  expect((await client.send('/oauth2/userinfo', { headers: bearer })).status).toBe(200);
  await ask('/oauth2/introspect', { token: second.access_token ?? '' });
  await ask('/oauth2/token', redeem, 400);
  await ask('/oauth2/revoke', { token: second.refresh_token ?? '' });
  await client.send('/oauth2/token', { form: { ...redeem, client_id: app.id, client_secret: `${app.secret}x` } });
  await client.send(`/oauth2/end_session?id_token_hint=${second.id_token}`);
}

async function authorize({ baseUrl }: BillingStack, browser: HttpClient, path: string): Promise<URL> {
  let url = new URL(path, baseUrl);
  let options: Parameters<HttpClient['send']>[1] = { headers: NAVIGATION };
  for (let hops = 0; hops < 10; hops++) {
    const answer = await browser.send(url.pathname + url.search, options);
    const location = answer.headers.get('location');
    options = { headers: NAVIGATION };
    if (location) url = new URL(location, url);
    else {
      const form = { decision: 'authorize', shown_at: String(Date.now() - 1000) };
      url = new URL(`/oauth2/authorize/${url.searchParams.get('interaction')}`, baseUrl);
      options = { form, headers: NAVIGATION };
    }
    if (url.origin !== baseUrl) return url;
  }
  throw new Error(`too many redirects at ${url.pathname}`);
}

/** The user buys a plan. A webhook that is signed with another secret is refused. */
export async function walkOfBuyer({ stack, canaries }: Walk, { client }: { client: HttpClient }): Promise<void> {
  await stack.control.send('release');
  const answer = await client.send('/buy?small=1');
  const session = canaries.keep('checkout session', answer.headers.get('location')?.split('/').at(-1));
  await stack.pay(session);
  const key = async () =>
    ((await client.send('/userstatus')).json() as { plan: { key: string | null } }).plan.key ?? '';
  await expect.poll(key, { timeout: 60_000 }).toMatch(/^[a-z0-9]{52}$/);
  expect(await stack.deliver({ id: 'evt_canary' }, { secret: `${stack.secret}x` })).toBe(400);
}

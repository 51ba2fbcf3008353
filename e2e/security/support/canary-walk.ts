import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { HttpClient } from '../../support/http-client.ts';
import type { BillingStack, Person } from '../../support/stacks/billing-stack.ts';
import { totpCode } from '../../support/totp.ts';
import { sayWhoBuys } from '../../support/who-buys.ts';
import { call, type Walk } from './canary-call.ts';

type App = { id: string; secret: string };

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
const REDIRECT_URI = 'https://app.example/callback';
const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** An admin creates a storage server, a key, a user and an OAuth client, and the storage host fetches the key map. */
export async function walkAsAdmin({ stack, canaries }: Walk, admin: Person): Promise<{ app: App; server: HttpClient }> {
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
export async function walkAsApplication({ stack, canaries }: Walk, browser: HttpClient, app: App): Promise<void> {
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
export async function walkAsBuyer({ stack, canaries }: Walk, { client }: { client: HttpClient }): Promise<void> {
  await stack.control.send('release');
  await sayWhoBuys(client);
  const answer = await client.send('/buy?small=1');
  const session = canaries.keep('checkout session', answer.headers.get('location')?.split('/').at(-1));
  await stack.pay(session);
  const key = async () =>
    ((await client.send('/userstatus')).json() as { plan: { key: string | null } }).plan.key ?? '';
  await expect.poll(key, { timeout: 60_000 }).toMatch(/^[a-z0-9]{52}$/);
  expect(await stack.deliver({ id: 'evt_canary' }, { secret: `${stack.secret}x` })).toBe(400);
}

const newPassword = () => `Canary-${randomBytes(9).toString('base64url')}-7-horse`;

/** Takes a user through every flow that uses a password, a code or a mailed link. Ends logged in. */
export async function walkAsSubscriber({ stack, canaries }: Walk): Promise<{ client: HttpClient; email: string }> {
  const client = new HttpClient(stack.baseUrl);
  const email = canaries.keep('email', `canary-${randomUUID()}@example.com`);
  let password = canaries.keep('password', newPassword());
  const keepCookies = () => {
    for (const [name, value] of client.cookies) if (value.length > 16) canaries.keep(`cookie ${name}`, value);
  };
  const tokenOf = async (to: string, subject: string, path: string) => {
    const { mailbox } = stack;
    const link = new URL(mailbox.linkIn(await mailbox.receive(to, subject), path));
    return canaries.keep(`link of "${subject}"`, link.searchParams.get('token'));
  };
  const logIn = async () => {
    const answer = await call(client, '/login/email', { email, password });
    keepCookies();
    return answer.json() as { status: string };
  };

  await call(client, '/signup/email', { email, password });
  const token = await tokenOf(email, 'Verify your email address', '/verify-email');
  await call(client, '/login/email', { email, password }, 403);
  await call(client, `/verify-email?${new URLSearchParams({ email, token })}`);
  await call(client, '/verify/email', { email, token });
  await call(client, '/verify/email', { email, token }, 422);
  await logIn();

  const { secret } = (await call(client, '/account/api/two-factor/start', {})).json() as { secret: string };
  canaries.keep('TOTP secret', secret);
  const enabled = await call(client, '/account/api/two-factor/enable', {
    code: canaries.keep('TOTP code', await totpCode(secret)),
  });
  const { recovery_codes: codes } = enabled.json() as { recovery_codes: string[] };
  for (const code of codes) canaries.keep('recovery code', code);
  await call(client, '/logout');
  expect((await logIn()).status).toBe('totp_required');
  await call(client, '/login/totp', { code: canaries.keep('wrong code', 'zyxw-vutsr-qponm') }, 422);
  await call(client, '/login/totp', { code: canaries.keep('TOTP code', await totpCode(secret, 1)) });
  keepCookies();
  await call(client, '/login/again', { password, code: codes[0] });
  await call(client, '/account/api/two-factor/disable', {});

  const next = canaries.keep('new password', newPassword());
  await call(client, '/change/password', { current_password: password, new_password: next });
  keepCookies();
  await call(client, '/forgot/email', { email });
  const reset = await tokenOf(email, 'Reset your password', '/reset-password');
  await call(client, `/reset-password?${new URLSearchParams({ email, token: reset, forgot: '1' })}`);
  password = canaries.keep('password after the reset', newPassword());
  await call(client, '/reset/email', { email, token: reset, password });
  await call(client, '/reset/email', { email, token: reset, password }, 422);
  await logIn();
  await call(client, '/change/email', { email: canaries.keep('new email', `new-${email}`) });
  await call(client, '/change/email/confirm', {
    token: await tokenOf(`new-${email}`, 'Confirm your new email address', '/change-email'),
  });
  await call(client, '/change/email/undo', {
    token: await tokenOf(email, 'Your email address was changed', '/change-email/undo'),
  });
  password = canaries.keep('last password', newPassword());
  const last = await tokenOf(email, 'Your account has its old email address again', '/reset-password');
  await call(client, '/reset/email', { email, token: last, password });
  await logIn();
  await typedInTheWrongPlace(client, email, password);
  return { client, email };
}

/** Sends a password where people paste it by mistake, and in malformed requests. */
async function typedInTheWrongPlace(client: HttpClient, email: string, password: string): Promise<void> {
  await call(client, '/login/email', { email: password, password }, 422);
  await call(client, '/login/email', { email, password: [password] }, 400);
  const sent: Parameters<HttpClient['send']>[] = [
    [`/login?password=${encodeURIComponent(password)}`],
    [`/no/such/${encodeURIComponent(password)}`],
    [`/userstatus?token=${encodeURIComponent(password)}`],
    ['/login/form', { form: { email, password: `${password}x` } }],
    ['/login/email', { method: 'POST', headers: { 'content-type': 'application/json', 'x-password': password } }],
    ['/signup/form', { form: { email, password, confirm_password: `${password}y` } }],
    ['/userstatus', { headers: { 'user-agent': password, referer: `https://a.example/${encodeURIComponent(email)}` } }],
  ];
  for (const [path, options] of sent) {
    const answer = await client.send(path, options);
    expect(answer.status, path.slice(0, 12)).toBeLessThan(500);
    expect(answer.headers.get('location') ?? '', 'no password in a URL').not.toContain(password);
  }
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { expect, test } from '../fixtures.ts';
import { ScriptedBrowser } from '../oauth/support/walk.ts';
import { HttpClient } from '../support/http-client.ts';
import { PASSWORD, repeatedly, signUp, statusOf } from '../support/people.ts';
import type { AppProcess } from '../support/stacks/app-process.ts';
import { startBalancer, type Balancer } from '../support/stacks/balancer.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';

const VERIFY = 'Verify your email address';

let stack: DetachedStack;
let balancer: Balancer;
let apps: [AppProcess, AppProcess];
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  balancer = await startBalancer(stack.port);
  await stack.startInbox();
  const production = {
    ...PRODUCTION_SITE,
    APP_MODE: 'production',
    STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
    STRIPE_API_BASE: '',
  };
  apps = [await stack.startApp(production), await stack.startApp(production)];
  for (const { url } of apps) await balancer.add(url);
  await stack.startWorker();
  await stack.startWorker();
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output());
});
test.afterAll(async () => {
  await balancer?.stop();
  await stack?.remove();
});

/** An HTTP client with the same cookies, at the given instance. */
const at = ({ url }: AppProcess, { cookies }: HttpClient) => new HttpClient(url, cookies);

test('shares a session between the instances, and ends it at both (R12)', async () => {
  const [here, there] = apps;
  const client = await logInAsAdmin(stack, here.url);
  expect(await statusOf(at(there, client).send('/userstatus'))).toBe(200);
  const same = at(here, client);
  expect(await statusOf(at(there, client).send('/logout'))).toBe(200);
  expect(await statusOf(same.send('/userstatus'))).toBe(401);
});

test('counts a rate limit across both instances (R12)', async () => {
  const json = { email: `limit-${randomUUID()}@example.com`, password: PASSWORD };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++)
    statuses.push(await statusOf(new HttpClient(apps[n % 2]?.url ?? '').send('/login/email', { json })));
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test('mails a link once with two workers, and accepts it once across both instances (R12)', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, n) => signUp(apps[n % 2]?.url ?? '')));
  expect(people.map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (const { email } of people) {
    const link = new URL(stack.mailbox.linkIn(await stack.mailbox.receive(email, VERIFY), '/verify-email'));
    const json = { email, token: link.searchParams.get('token'), password: PASSWORD };
    const uses = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        statusOf(new HttpClient(apps[n % 2]?.url ?? '').send('/verify/email', { json })),
      ),
    );
    expect(uses.toSorted(), email).toEqual([200, 422, 422, 422, 422, 422]);
  }
  const mails = await Promise.all(people.map(({ email }) => stack.mailbox.list(email)));
  expect(mails.map(({ length }) => length)).toEqual(Array(10).fill(1));
});

test('redeems an authorization code and a refresh token once across both instances (R12)', async () => {
  const admin = await logInAsAdmin(stack);
  const redirectUri = 'https://app.example/callback';
  const made = await admin.send('/admin/api/oauth2/clients', {
    json: { name: 'Two doors', redirect_uris: [redirectUri], scopes: ['openid', 'email'], is_public: false },
  });
  const client = made.json() as { id: string; client_secret: string };
  const authorization = `Basic ${Buffer.from(`${client.id}:${client.client_secret}`).toString('base64')}`;
  const post = (app: AppProcess, form: Record<string, string>) =>
    new HttpClient(app.url).send('/oauth2/token', { form, headers: { authorization } });
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URL('/oauth2/authorize', stack.url);
  for (const [name, value] of Object.entries({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    prompt: 'consent',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }))
    asked.searchParams.set(name, value);

  const browser = new ScriptedBrowser(stack.url, admin.cookies);
  const { url } = await browser.decide(await browser.open(asked), 'authorize');
  const code = url.searchParams.get('code') ?? `none in ${url.href}`;
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const answers = await Promise.all([...apps, ...apps].map((app) => post(app, form)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);

  // The second use of the code revoked what the first one issued (RFC 6749 §4.1.2), so the following requests need
  // another code.
  const again = await browser.decide(await browser.open(asked), 'authorize');
  const [here, there] = apps;
  const first = await post(here, { ...form, code: again.url.searchParams.get('code') ?? '' });
  const { refresh_token: refreshToken = '', access_token: token = '' } = first.json() as Record<string, string>;
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  expect((await new HttpClient(there.url).send('/oauth2/userinfo', bearer)).status).toBe(200);
  const refreshed = await post(there, { grant_type: 'refresh_token', refresh_token: refreshToken });
  expect(refreshed.status).toBe(200);
  const replayed = await post(here, { grant_type: 'refresh_token', refresh_token: refreshToken });
  expect(replayed.status, 'already used at the other instance').toBe(400);
});

test('drops no request while the instances restart one after the other under load (R11)', async () => {
  const admin = await logInAsAdmin(stack);
  const counts = new Map<number, number>();
  const stop = repeatedly(6, async (n) => {
    const sending = [
      () => admin.send('/userstatus'),
      () => new HttpClient(stack.url).send('/login'),
      () => admin.send('/dashboard'),
      () => admin.send('/admin/api/fuzzy-keys/generate', { json: { description: `rolled ${n}` } }),
    ][n % 4];
    const status = sending ? await statusOf(sending()) : 0;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  for (const app of [...apps, ...apps]) {
    const served = balancer.forwarded(app.url);
    await expect.poll(() => balancer.forwarded(app.url), { intervals: [5] }).toBeGreaterThan(served + 30);
    const took = await app.terminate();
    expect(took).toBeLessThan(10_000);
    console.log(`ended in ${took} ms after ${balancer.forwarded(app.url)} requests`);
    await app.restart();
    await expect.poll(() => balancer.isReady(app.url), { intervals: [20] }).toBe(true);
  }
  await stop();
  console.log(`answers: ${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  expect([...counts.keys()]).toEqual([200]);
  const [{ keys } = { keys: 0 }] = await stack.query<{ keys: number }>(
    `SELECT count(*)::int AS keys FROM fuzzy_keys WHERE description LIKE 'rolled %'`,
  );
  expect(keys).toBeGreaterThan(30);
});

test('turns readiness off on SIGTERM, finishes the request in flight and still takes new ones (R11)', async () => {
  const [app] = apps;
  const admin = await logInAsAdmin(stack, app.url);
  const lock = await stack.lock('audit_events');
  const underWay = admin.send('/admin/api/fuzzy-keys/generate', { json: { description: 'under way' } });
  await lock.isAwaited();
  const ending = app.terminate();
  const ready = () => statusOf(new HttpClient(app.url).send('/readyz'));
  await expect.poll(ready, { intervals: [5], timeout: 1000 }).toBe(503);
  expect(await statusOf(at(app, admin).send('/userstatus')), 'the balancer may not have noticed yet').toBe(200);
  await lock.release();
  expect((await underWay).status).toBe(200);
  expect(await ending).toBeLessThan(10_000);
  await app.restart();
});

test('ends on SIGTERM although clients have asked for other protocols or stopped in the middle (R11, S87)', async () => {
  const [app] = apps;
  const { hostname, port } = new URL(app.url);
  await new HttpClient(app.url).send('/login');
  const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n';
  const sent = [
    `GET /_next/webpack-hmr HTTP/1.1\r\n${upgrade}`,
    `GET / HTTP/1.1\r\n${upgrade}`,
    'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
    'POST /login/email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    'GET / HTTP/1.1\r\nHost',
  ];
  // A client that never closes its side.
  const sockets = sent.map((bytes) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => socket.write(bytes));
    return socket.on('error', () => {});
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await new HttpClient(app.url).send('/healthz');
  expect(await app.terminate()).toBeLessThan(10_000);
  for (const socket of sockets) socket.destroy();
  await app.restart();
});

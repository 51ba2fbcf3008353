/** Runs the examples of docs/oauth.md (docs/examples) in a real browser. */
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import NextAuth, { type NextAuthOptions } from 'next-auth';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { rspamdPremium } from '../../docs/examples/auth-js.ts';
import { createApplication } from '../../docs/examples/openid-client.ts';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { stack } from '../support/stacks/stack.ts';

/** next-auth is a CommonJS module, so Node.js puts its exports under `default`. */
const nextAuth = (NextAuth as unknown as { default?: typeof NextAuth }).default ?? NextAuth;

const authorizeButton = (page: Page) => page.getByRole('button', { name: 'Authorize', exact: true });

async function register(redirectUri: string, afterLogout: string, isPublic = false) {
  const { client, secret } = await createClientRow(db(), {
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [afterLogout],
    isPublic,
  });
  return { id: client.id, secret: secret ?? '' };
}

/**
 * Starts a server on a free port of the portal's host, whose cookies it shares. `create` gets its origin and returns the
 * request listener.
 */
async function serve(create: (origin: string) => Promise<RequestListener>) {
  let listener: RequestListener = (_req, res) => void res.end();
  const server = createServer((req, res) => listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { hostname } = new URL(stack.baseUrl);
  const origin = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  listener = await create(origin);
  return { origin, stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) };
}

test('logs a user in and out with openid-client', async ({ page, asSubscriber }) => {
  const { email } = await asSubscriber();
  const { origin, stop } = await serve(async (at) => {
    const { id, secret } = await register(`${at}/callback`, `${at}/`);
    const application = await createApplication({
      issuer: stack.baseUrl,
      clientId: id,
      clientSecret: secret,
      origin: at,
    });
    return (req, res) => void application.emit('request', req, res);
  });
  await page.goto(`${origin}/login`);
  await authorizeButton(page).click();
  await expect(page.getByText(`Hello ${email}`)).toBeVisible();
  await page.goto(`${origin}/logout`);
  await expect(page.getByText('Not logged in')).toBeVisible();
  expect(await db().signInSession.count({ where: { user: { email } } })).toBe(0);
  await stop();
});

/** An application with Auth.js, and what its session and the portal's say in this browser. */
async function startAuthJs(page: Page) {
  const { origin, stop } = await serve(async (at) => {
    const { id, secret } = await register(`${at}/api/auth/callback/rspamd-premium`, at);
    const options = {
      secret: 'of this test alone, and of nothing else',
      providers: [rspamdPremium({ issuer: stack.baseUrl, clientId: id, clientSecret: secret })],
      callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
    } satisfies NextAuthOptions;
    return authJs(at, options);
  });
  return {
    origin,
    stop,
    logIn: async () => {
      await page.goto(`${origin}/api/auth/signin`);
      await page.getByRole('button', { name: 'Sign in with Rspamd Premium' }).click();
      await authorizeButton(page).click();
      await page.waitForURL((url) => url.origin === origin);
    },
    session: async () => (await page.request.get(`${origin}/api/auth/session`)).json() as Promise<{ id?: string }>,
    isLoggedInAtPortal: async () => (await page.request.get('/userstatus')).ok(),
  };
}

test('logs a user in with Auth.js on the host of the portal, which keeps its own session', async ({
  page,
  asSubscriber,
}) => {
  const { email, id } = await asSubscriber();
  const app = await startAuthJs(page);
  expect(await app.session()).toEqual({});
  expect(await app.isLoggedInAtPortal(), 'after the application read its cookies').toBe(true);
  await app.logIn();
  expect(await app.session()).toMatchObject({ id, user: { email } });
  expect(await app.isLoggedInAtPortal(), 'after the login at the application').toBe(true);
  await app.stop();
});

test('keeps the session of an Auth.js application on its host when a user logs out and in again', async ({
  page,
  asSubscriber,
}) => {
  const { id, email } = await asSubscriber();
  await db().user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  const app = await startAuthJs(page);
  await app.logIn();
  await page.goto('/logout');
  expect(await app.isLoggedInAtPortal()).toBe(false);
  expect(await app.session()).toMatchObject({ id });
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await app.session()).toMatchObject({ id });
  expect(await app.isLoggedInAtPortal()).toBe(true);
  await app.stop();
});

test('logs a user in and out with oidc-client-ts in a page, and renews its tokens', async ({ page, asSubscriber }) => {
  const { email, id: userId } = await asSubscriber();
  let clientId = '';
  const { origin, stop } = await serve(async (at) => {
    const { id } = await register(`${at}/callback`, `${at}/`, true);
    clientId = id;
    return singlePage({ issuer: stack.baseUrl, clientId: id });
  });
  const refreshTokens = () => db().oidcArtifact.count({ where: { clientId, model: 'RefreshToken' } });
  const user = () => page.evaluate(storedUser);
  await page.goto(origin);
  await page.getByRole('button', { name: 'Log in' }).click();
  await authorizeButton(page).click();
  await expect(page.getByText(`Hello ${email}`)).toBeVisible();
  const before = await user();
  expect(before.profile).toMatchObject({ sub: userId, email, email_verified: true });

  await page.getByRole('button', { name: 'Renew' }).click();
  await expect.poll(async () => (await user()).access_token).not.toBe(before.access_token);
  await expect(page.getByText(`Hello ${email}`)).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Not logged in')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
  expect(await refreshTokens(), 'revoked').toBe(0);
  expect(await db().signInSession.count({ where: { userId } })).toBe(0);
  await stop();
});

/** Runs in the page: what the library has stored about the user. */
function storedUser() {
  const name = Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:')) ?? '';
  return JSON.parse(sessionStorage.getItem(name) ?? '{}') as { access_token: string; profile: object };
}

/** Serves docs/examples/oidc-client-ts.ts with the library, as a bundler would. */
function singlePage(settings: { issuer: string; clientId: string }): RequestListener {
  const modules: Readonly<Record<string, string>> = {
    'oidc-client-ts': 'node_modules/oidc-client-ts/dist/esm/oidc-client-ts.js',
    'jwt-decode': 'node_modules/jwt-decode/build/esm/index.js',
    application: 'docs/examples/oidc-client-ts.ts',
  };
  const imports = Object.fromEntries(Object.keys(modules).map((name) => [name, `/modules/${name}`]));
  const html = `<!doctype html><title>Application</title><body><script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">
      import { startApplication } from 'application';
      await startApplication(${JSON.stringify(settings)});
    </script>`;
  const moduleText = async (file: string) => {
    const text = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
    return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  };
  return (req, res) => {
    const file = modules[req.url?.replace('/modules/', '') ?? ''];
    if (file === undefined) return void res.setHeader('content-type', 'text/html').end(html);
    res.setHeader('content-type', 'text/javascript');
    moduleText(file).then(
      (text) => res.end(text),
      (error: unknown) => res.destroy(error as Error),
    );
  };
}

/** Adapts Node's request and response to the objects that Next's pages/api passes to Auth.js. */
function authJs(origin: string, options: NextAuthOptions): RequestListener {
  process.env.NEXTAUTH_URL = origin;
  return (req, res) => {
    if (!req.url?.startsWith('/api/auth/')) return void res.end('Application');
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const url = new URL(req.url ?? '/', origin);
      const cookies = Object.fromEntries(
        (req.headers.cookie ?? '').split('; ').map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
        }),
      );
      const query = { ...Object.fromEntries(url.searchParams), nextauth: url.pathname.split('/').slice(3) };
      const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const reply = Object.assign(res, {
        status: (code: number) => Object.assign(reply, { statusCode: code }),
        json: (value: unknown) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(value)),
        send: (value: unknown) => reply.end(typeof value === 'string' ? value : JSON.stringify(value)),
        redirect: (to: string) => reply.writeHead(302, { location: to }).end(),
      });
      void nextAuth(Object.assign(req, { query, cookies, body }) as never, reply as never, options);
    });
  };
}

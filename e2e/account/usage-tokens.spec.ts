import type { Page } from '@playwright/test';
import { sha256 } from '#lib/crypto.ts';
import { db } from '#lib/db.ts';
import { createUsageRows } from '#lib/testing/factories.ts';
import { parsePrometheusText } from '#lib/testing/prometheus-text.ts';
import { MINUTE } from '#lib/time.ts';
import { OwnUsageView } from '#lib/usage/views.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test as base } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { dumpDatabase } from '../support/dump.ts';
import { HttpClient, SESSION_COOKIE } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const PATH = '/account/api/usage-tokens';
const STALE_MS = 11 * MINUTE;
const BUCKET_MS = 10 * MINUTE;

type Person = { id: string; email: string; token: string };
type Created = { token: string; usage_token: { id: string; prefix: string } };

const test = base.extend<{ person: Person; api: HttpClient }>({
  /** A user with a password and a key, logged in in the page's browser. */
  person: async ({ asSubscriber }, use) => {
    const person = await asSubscriber({ hasKey: true });
    await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashPassword(PASSWORD) } });
    await use(person);
  },
  /** An HTTP client with the same session. */
  api: async ({ person }, use) => {
    const client = new HttpClient(stack.baseUrl);
    client.cookies.set(SESSION_COOKIE, person.token);
    await use(client);
  },
});

const part = (page: Page) => page.getByRole('region', { name: 'Usage tokens' });
const createButton = (page: Page) => part(page).getByRole('button', { name: 'Create Token' });
const naming = (page: Page) => page.getByRole('dialog', { name: 'Create Token' });
const shown = (page: Page) => page.getByRole('dialog', { name: /^Token “/ });

async function openTokens(page: Page): Promise<void> {
  await page.goto('/account#usage-tokens');
  await expect(createButton(page)).toBeVisible();
}

async function nameToken(page: Page, name: string): Promise<void> {
  await createButton(page).click();
  await naming(page).getByLabel('Name', { exact: true }).fill(name);
  await naming(page).getByRole('button', { name: 'Create Token' }).click();
}

const makeStale = ({ id }: Person) =>
  db().signInSession.updateMany({
    where: { userId: id },
    data: { authTime: new Date(Date.now() - STALE_MS) },
  });

async function createToken(api: HttpClient, name = 'Prometheus'): Promise<Created> {
  const answer = await api.send(PATH, { json: { name } });
  expect(answer.status).toBe(200);
  return answer.json() as Created;
}

/** A request with the token and no cookie. */
const withToken = (path: string, token: string, headers: Record<string, string> = {}) =>
  new HttpClient(stack.baseUrl).send(path, { headers: { authorization: `Bearer ${token}`, ...headers } });

test('creates a token, shows it once with examples, reads the usage with it, and revokes it', async ({
  page,
  person,
  storageServer,
}) => {
  const problems = collectErrors(page);
  const key = await db().fuzzyKey.findFirstOrThrow({ where: { userId: person.id } });
  const bucket = new Date(Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS - BUCKET_MS);
  const requests = { bucket, checked: 40, hits: 9, errors: 2 };
  await createUsageRows(db(), { key: key.id, server: storageServer.id }, [requests]);
  await openTokens(page);
  await expect(part(page).getByText('No usage tokens')).toBeVisible();
  await nameToken(page, 'Monitoring of mx1');

  const lines = shown(page).getByRole('region');
  await expect(lines).toHaveCount(3);
  const [tokenLine, curlLine, scrapeLines] = await lines.allInnerTexts();
  const token = tokenLine?.trim() ?? '';
  expect(token).toMatch(/^rpu_[A-Za-z0-9_-]{43}$/);
  expect(curlLine).toBe(`curl -H 'Authorization: Bearer ${token}' \\\n  '${stack.baseUrl}/api/usage?period=24h'`);
  expect(scrapeLines).toContain('metrics_path: /api/usage/metrics');
  expect(scrapeLines).toContain(`targets: ['${new URL(stack.baseUrl).host}']`);
  expect(scrapeLines, 'the token goes into a separate file').not.toContain(token);
  await shown(page).getByRole('button', { name: 'I have saved it' }).click();
  await expect(createButton(page)).toBeFocused();
  await expect(page.getByText(token), 'shown only once').toHaveCount(0);
  const row = part(page).getByRole('row', { name: /Monitoring of mx1/ });
  await expect(row).toContainText(`${token.slice(0, 12)}…`);
  await expect(row).toContainText('Never');

  const json = await withToken('/api/usage', token);
  expect([json.status, json.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { keys } = OwnUsageView.parse(json.json());
  expect(keys).toMatchObject([
    { key_id: key.keyId, state: 'on', last_day: { requests: 42, checked: 40, hits: 9, errors: 2 } },
  ]);
  const scraped = await withToken('/api/usage/metrics', token);
  expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(
    parsePrometheusText(scraped.text)
      .get('rspamd_premium_requests_last_day')
      ?.samples.get(`{key="${key.publicKey.slice(0, 8)}"}`),
  ).toBe(42);

  await page.reload();
  await expect(row).not.toContainText('Never');
  await row.getByRole('button', { name: 'Revoke Monitoring of mx1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(part(page).getByText('No usage tokens')).toBeVisible();
  await expect(part(page).getByRole('heading', { name: 'Usage tokens' })).toBeFocused();
  expect((await withToken('/api/usage', token)).status).toBe(401);
  expect(problems).toEqual([]);
});

test('asks for the password when the login is not fresh, and creates nothing when that dialog is closed', async ({
  page,
  person,
}) => {
  await openTokens(page);
  await makeStale(person);
  await nameToken(page, 'Grafana');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await db().usageToken.count({ where: { userId: person.id } })).toBe(0);
  await naming(page).getByRole('button', { name: 'Create Token' }).click();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(shown(page)).toBeVisible();
  expect(await db().usageToken.count({ where: { userId: person.id } })).toBe(1);
});

test('asks before it closes the dialog with an unsaved token', async ({ page, person: _ }) => {
  await openTokens(page);
  await nameToken(page, 'Grafana');
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close without saving it?' });
  await question.getByRole('button', { name: 'Back to the token' }).click();
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(shown(page)).toBeHidden();
});

test('requires a name, and shows a refusal in the dialog', async ({ page, person, api }) => {
  await openTokens(page);
  await nameToken(page, '   ');
  await expect(naming(page).getByText('Please give it a name.')).toBeVisible();
  for (let n = 1; n <= 5; n++) await createToken(api, `token ${n}`);
  await naming(page).getByLabel('Name', { exact: true }).fill('the sixth');
  await naming(page).getByRole('button', { name: 'Create Token' }).click();
  await expect(naming(page).getByText('You have reached the limit of 5 usage tokens.')).toBeVisible();
  expect(await db().usageToken.count({ where: { userId: person.id } })).toBe(5);
});

test('does not open the dialog for a sixth token', async ({ page, api }) => {
  for (let n = 1; n <= 5; n++) await createToken(api, `token ${n}`);
  await openTokens(page);
  await expect(part(page).getByText('You have 5 usage tokens, and there can be no more.')).toBeVisible();
  await expect(createButton(page)).toHaveAttribute('aria-disabled', 'true');
  await createButton(page).click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('refuses the token of a blocked user from the next request on, also after unblocking (S24)', async ({
  person,
  api,
  callAs,
}) => {
  const { token } = await createToken(api);
  expect((await withToken('/api/usage', token)).status).toBe(200);
  const admin = await callAs('admin');
  const block = (blocked: boolean) => admin.send('/admin/api/users/block', { json: { ids: [person.id], blocked } });
  expect((await block(true)).status).toBe(200);
  expect((await withToken('/api/usage', token)).status).toBe(401);
  expect((await block(false)).status).toBe(200);
  expect((await withToken('/api/usage', token)).status).toBe(401);
});

test('refuses a token everywhere except at its two endpoints (S75)', async ({ api }) => {
  const { token, usage_token } = await createToken(api);
  for (const path of [
    ...['/userstatus', '/usagegraph/24h', PATH, '/account/api', '/account/api/key', '/account/api/export'],
    ...['/admin/api/users', '/api/storage/keys', '/api/repository/auth', '/oauth2/userinfo'],
  ])
    expect.soft((await withToken(path, token)).status, path).toBeGreaterThanOrEqual(401);
  const client = new HttpClient(stack.baseUrl);
  const headers = { authorization: `Bearer ${token}` };
  expect((await client.send(PATH, { json: { name: 'more' }, headers })).status).toBe(401);
  expect((await client.send(`${PATH}/${usage_token.id}`, { method: 'DELETE', headers })).status).toBe(401);
});

test('takes no cookie, sends no CORS headers and allows no POST at the two endpoints (S34)', async ({ api }) => {
  const { token } = await createToken(api);
  for (const path of ['/api/usage', '/api/usage/metrics']) {
    const signedIn = await api.send(path);
    expect([signedIn.status, signedIn.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="usage"']);
    const foreign = await withToken(path, token, { origin: 'https://elsewhere.example' });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await new HttpClient(stack.baseUrl).send(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const post = await new HttpClient(stack.baseUrl).send(path, {
      json: {},
      headers: { authorization: `Bearer ${token}` },
    });
    expect(post.status).toBe(405);
  }
});

test('stores the hash of a token, and no form of the token itself (S76)', async ({ api }) => {
  const { token } = await createToken(api);
  const dump = await dumpDatabase();
  expect(dump).toContain(Buffer.from(sha256(token)).toString('hex'));
  for (const form of [
    token,
    token.slice(12),
    Buffer.from(token).toString('hex'),
    Buffer.from(token).toString('base64'),
  ])
    expect(dump.includes(form)).toBe(false);
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways in any state (${appearance.name})`, async ({ page, api }) => {
    await emulate(page, appearance);
    await openTokens(page);
    const fits = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    await expect(part(page).getByText('No usage tokens')).toBeVisible();
    await fits();
    for (let n = 1; n <= 4; n++) await createToken(api, n === 1 ? 'M'.repeat(64) : `Prometheus of host ${n}`);
    await page.reload();
    await expect(part(page).getByRole('row', { name: /Prometheus of host 4/ })).toBeVisible();
    await fits();
    await createButton(page).click();
    await expect(naming(page)).toBeVisible();
    await fits();
    await naming(page).getByLabel('Name', { exact: true }).fill('W'.repeat(64));
    await naming(page).getByRole('button', { name: 'Create Token' }).click();
    await expect(shown(page)).toBeVisible();
    await fits();
  });

/** Tests the device flow (RFC 8628) with the user's part in a real browser. */
import * as client from 'openid-client';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { createRelyingParty } from './support/relying-party.ts';

const NAME = 'Kiosk in the Lobby';
const createDevice = () =>
  createRelyingParty('basic', { name: NAME, mayUseDeviceFlow: true, redirectUris: ['https://kiosk.example/cb'] });

test('connects a device after code, confirmation and consent, and refuses its token at other endpoints (S75)', async ({
  page,
  asAdmin,
  storageServer,
}) => {
  const problems = collectErrors(page);
  const { id } = await asAdmin();
  const { config } = await createDevice();
  const started = await client.initiateDeviceAuthorization(config, { scope: 'openid email' });
  await page.goto(started.verification_uri_complete ?? '');
  await expect(page.getByLabel('Code')).toHaveValue(started.user_code);
  const fonts = await page.evaluate(() =>
    Promise.all(['Geist', 'Geist Mono'].map((name) => document.fonts.load(`16px "${name}"`))),
  );
  expect(fonts.map((loaded) => loaded.length)).toEqual([1, 1]); // its strict policy lets the fonts of the other pages in
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Is this your device?' })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [NAME, 'kiosk.example', started.user_code, 'a device in front of you'])
    await expect(main).toContainText(text);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  await expect(main).toContainText('The device that shows your code');
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Device connected' })).toBeVisible();
  expect(problems).toEqual([]);

  const { access_token: token } = await client.pollDeviceAuthorizationGrant(config, started);
  expect((await client.fetchUserInfo(config, token, id)).sub).toBe(id);
  const server = new HttpClient(stack.baseUrl);
  server.defaultHeaders.authorization = storageServer.authorization;
  expect((await server.send('/api/storage/keys')).status).toBe(200);
  const stranger = new HttpClient(stack.baseUrl);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/admin/api/users', '/api/storage/keys', '/api/usage', '/account/api/connected-apps'])
    expect((await stranger.send(path, { headers })).status, path).toBe(401);
});

test('denies a device on the confirmation page, and answers its polling with access_denied', async ({
  page,
  asSubscriber,
}) => {
  await asSubscriber();
  const { config } = await createDevice();
  const started = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
  await page.goto(started.verification_uri);
  await page.getByLabel('Code').fill(started.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await expect(client.pollDeviceAuthorizationGrant(config, started)).rejects.toMatchObject({ error: 'access_denied' });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import {
  auditOf,
  createBrowser as browserOf,
  createDevice as deviceOf,
  later,
  type Person,
} from '#lib/testing/oauth/device.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const SCOPE = 'openid email';
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const createDevice = (fields?: Parameters<typeof deviceOf>[1]) => deviceOf(provider, fields);
const createBrowser = (person?: Person) => browserOf(provider, person);
const createPerson = () => createSignedInUser(db());
/** Letters, digits and hyphens as East Asian keyboards type them. */
const inFullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));
const userInfo = (token: string) =>
  provider.send(`${env().APP_URL}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });

describe('the device flow', () => {
  test.each([false, true])(
    'logs a device in after code, confirmation and consent (public: %s) (S75)',
    async (isPublic) => {
      const [person, device] = [await createPerson(), await createDevice({ isPublic })];
      const browser = createBrowser(person);
      const started = await device.start();
      expect(started).toMatchObject({
        user_code: expect.stringMatching(CODE) as string,
        verification_uri: `${env().APP_URL}/oauth2/device`,
        verification_uri_complete: `${env().APP_URL}/oauth2/device?user_code=${started.user_code}`,
        expires_in: 600,
      });
      expect(await device.poll(started.device_code)).toMatchObject({
        status: 400,
        body: { error: 'authorization_pending' },
      });
      const confirmation = await browser.enter(started.user_code.toLowerCase().replace('-', ' '));
      for (const text of ['Set-top box', 'tv.example', started.user_code, 'in front of you'])
        expect(confirmation.html).toContain(text);
      const done = await browser.approve(started.user_code);
      expect(done.html).toContain('Device connected');
      const { status, body } = await later(5000, () => device.poll(started.device_code));
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'Bearer', scope: SCOPE, expires_in: 3600 });
      expect(await (await userInfo(String(body.access_token))).json()).toMatchObject({
        sub: person.id,
        email: person.email,
      });
      expect((await device.renew(String(body.refresh_token))).status).toBe(200);
      expect(await auditOf(person.id)).toContainEqual({
        action: 'consent.granted',
        data: { client: device.id, scopes: ['openid', 'email'], device: true },
      });
    },
  );

  test.each([
    ['in full width', (code: string) => inFullWidth(code)],
    [
      'in full width and lower case, with spaces',
      (code: string) => inFullWidth(code.toLowerCase()).replace('－', '　'),
    ],
    ['with a dash of a Japanese keyboard', (code: string) => code.replace('-', 'ー')],
    ['with dots', (code: string) => code.replace('-', '.')],
  ])('connects a device whose code is typed %s (S89)', async (_how, type) => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: code, device_code: deviceCode } = await device.start();
    const confirmation = await browser.enter(type(code));
    expect(confirmation.html).toContain(`<p class="code">${code}</p>`);
    expect((await browser.approve(type(code))).html).toContain('Device connected');
    expect((await later(5000, () => device.poll(deviceCode))).status).toBe(200);
  });

  test('fills in the code of a link, and waits for the user to submit it', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: code, verification_uri_complete: link } = await device.start();
    const { status, html } = await browser.send(link);
    expect(status).toBe(200);
    expect(html).toContain(`value="${code}"`);
    expect(html).not.toContain('<script');
  });

  test('lets no cache keep a page with the secret of its form (S42)', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: code } = await device.start();
    for (const page of [await browser.send('/oauth2/device'), await browser.enter(code), await browser.enter('x')])
      expect(page.cacheControl).toContain('no-store');
  });

  test('sends a visitor to the login first, and back to the code', async () => {
    const { user_code: code } = await (await createDevice()).start();
    const { status, location } = await createBrowser().send(`/oauth2/device?user_code=${code}`);
    expect(status).toBe(303);
    expect(new URL(location, env().APP_URL).searchParams.get('return_url')).toBe(`/oauth2/device?user_code=${code}`);
  });

  test('asks for consent each time, even for a client that the user has already consented to', async () => {
    const [person, device] = [await createPerson(), await createDevice()];
    const browser = createBrowser(person);
    await browser.approve((await device.start()).user_code);
    expect(await browser.confirm((await device.start()).user_code)).not.toBe('');
  });

  test('stores neither the device code nor the user code in a usable form (S76)', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { device_code: deviceCode, user_code: userCode } = await device.start();
    await browser.confirm(userCode);
    const stored = JSON.stringify(await db().oidcArtifact.findMany({ where: { clientId: device.id } }));
    expect(stored).toContain('"DeviceCode"');
    expect(stored).toContain('"Interaction"');
    for (const secret of [deviceCode, userCode, userCode.replace('-', '')]) expect(stored).not.toContain(secret);
  });
});

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { LIMITS } from '#lib/http/limits.ts';
import { getOAuthClient } from '#lib/oauth/clients/clients.ts';
import { updateOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { adminContext } from '#lib/testing/context.ts';
import {
  auditOf,
  createBrowser as browserOf,
  createDevice as deviceOf,
  FORM,
  later,
  type Person,
} from '#lib/testing/oauth/device.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

const WRONG = 'wrong, has expired or was already used';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const createDevice = (fields?: Parameters<typeof deviceOf>[1]) => deviceOf(provider, fields);
const createBrowser = (person?: Person) => browserOf(provider, person);
const createPerson = () => createSignedInUser(db());
const userInfo = (token: string) =>
  provider.send(`${env().APP_URL}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });

describe('the device flow refuses', () => {
  test('a client that may not use the device flow', async () => {
    const device = await createDevice({ mayUseDeviceFlow: false });
    expect(await device.ask()).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await device.poll('x')).status).toBe(400);
  });

  test('a scope that the client may not ask for', async () => {
    const device = await createDevice({ scopes: ['openid'] });
    expect(await device.ask({ scope: 'openid subscription' })).toMatchObject({ body: { error: 'invalid_scope' } });
  });

  test.each(['email', 'unknown', ''])('a request whose scopes do not include openid, at once: "%s"', async (scope) => {
    const { status, body } = await (await createDevice()).ask({ scope });
    expect([status, body.error, body.device_code]).toEqual([400, 'invalid_request', undefined]);
  });

  test('a web page of any origin that asks for a code', async () => {
    const url = `${env().APP_URL}/oauth2/device_authorization`;
    const asks = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['POST', 'OPTIONS']) {
      const answer = await provider.send(url, { method, headers: { ...FORM, ...asks } });
      expect(answer.headers.get('access-control-allow-origin'), method).toBeNull();
    }
  });

  test('polls that are less than four seconds apart', async () => {
    const device = await createDevice();
    const { device_code: code } = await device.start();
    await device.poll(code);
    expect(await device.poll(code)).toMatchObject({ status: 400, body: { error: 'slow_down' } });
    const error = (await later(LIMITS.device_poll.spanMs, () => device.poll(code))).body.error;
    expect(error).toBe('authorization_pending');
  });

  test('an unknown, a used and an expired user code with the same text', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: used } = await device.start();
    await browser.approve(used);
    const { user_code: old } = await device.start();
    const answers = [await browser.enter('BCDF-GHJK'), await browser.enter(used)];
    answers.push(await later(601_000, () => browser.enter(old)));
    const withoutValues = (html: string) => html.replaceAll(/ value="[^"]*"/g, '');
    expect(answers[0]?.html).toContain(WRONG);
    for (const { status, html } of answers)
      expect({ status, html: withoutValues(html) }).toEqual({
        status: 400,
        html: withoutValues(answers[0]?.html ?? ''),
      });
  });

  test('a wrong code, which stays in the field and can be corrected', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: right } = await device.start();
    const { html, xsrf } = await browser.enter('BCDF-GHJ');
    expect(html, 'leads back').toContain('href="/dashboard"');
    expect(html, 'leads out of it').toContain('href="/logout"');
    expect(html).toMatch(/value="BCDF-GHJ"[^>]*aria-invalid="true"/);
    const corrected = await browser.send('/oauth2/device', { xsrf, user_code: right });
    expect(corrected.html).toContain('Is this your device?');
  });

  test('an expired device code', async () => {
    const device = await createDevice();
    const { device_code: code } = await device.start();
    expect((await later(601_000, () => device.poll(code))).body.error).toBe('expired_token');
  });

  test('a second use of a device code, and ends the tokens of the first use', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { device_code: code, user_code: userCode } = await device.start();
    await browser.approve(userCode);
    const { body } = await device.poll(code);
    expect((await userInfo(String(body.access_token))).status).toBe(200);
    expect((await later(5000, () => device.poll(code))).body.error).toBe('invalid_grant');
    expect((await userInfo(String(body.access_token))).status).toBe(401);
  });

  test("another client's device code", async () => {
    const [browser, device, thief] = [createBrowser(await createPerson()), await createDevice(), await createDevice()];
    const { device_code: code, user_code: userCode } = await device.start();
    await browser.approve(userCode);
    expect((await thief.poll(code)).body.error).toBe('invalid_grant');
    expect((await later(5000, () => device.poll(code))).status).toBe(200);
  });

  test.each(['at the code', 'at the consent'])(
    'a device that the user denied %s, and records the denial',
    async (where) => {
      const [person, device] = [await createPerson(), await createDevice()];
      const browser = createBrowser(person);
      const { device_code: code, user_code: userCode } = await device.start();
      if (where === 'at the code') {
        const { xsrf } = await browser.enter(userCode);
        await browser.send('/oauth2/device', { xsrf, user_code: userCode, abort: 'yes' });
      } else await browser.decide(await browser.confirm(userCode), 'deny');
      expect((await device.poll(code)).body.error).toBe('access_denied');
      expect(await auditOf(person.id)).toEqual([
        { action: 'consent.denied', data: { client: device.id, device: true } },
      ]);
    },
  );

  test('a denial that cannot be recorded because the database is down, and says so', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { user_code: userCode } = await device.start();
    const { xsrf } = await browser.enter(userCode);
    // the only transaction of this request stores the audit row
    const begin = vi.spyOn(db(), '$transaction').mockRejectedValueOnce(new Error('Query read timeout'));
    const answer = await browser.send('/oauth2/device', { xsrf, user_code: userCode, abort: 'yes' });
    begin.mockRestore();
    expect([answer.status, answer.location]).toEqual([
      303,
      expect.stringContaining('/oauth2/authorize?error=temporarily_unavailable'),
    ]);
  });

  test("a confirmation without the form's secret, or with the secret of another session", async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { device_code: code, user_code: userCode } = await device.start();
    const { xsrf } = await createBrowser(await createPerson()).enter(userCode);
    await browser.enter(userCode);
    for (const secret of ['', xsrf]) {
      const { status, location } = await browser.send('/oauth2/device', {
        xsrf: secret,
        user_code: userCode,
        confirm: 'yes',
      });
      expect({ status, location }).toEqual({ status: 400, location: '' });
    }
    expect((await device.poll(code)).body.error).toBe('authorization_pending');
  });

  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { 'content-type': 'text/plain' }])(
    'a confirmation with %o, although the secret is right',
    async (headers) => {
      const [person, device] = [await createPerson(), await createDevice()];
      const browser = createBrowser(person);
      const { device_code: code, user_code: userCode } = await device.start();
      const { xsrf } = await browser.enter(userCode);
      const { location } = await browser.send('/oauth2/device', { xsrf, user_code: userCode, confirm: 'yes' }, headers);
      expect(location).toBe('/oauth2/authorize?error=other_site');
      expect((await device.poll(code)).body.error).toBe('authorization_pending');
    },
  );

  test('a consent from another site, or from another browser', async () => {
    const [person, device] = [await createPerson(), await createDevice()];
    const browser = createBrowser(person);
    const { device_code: code, user_code: userCode } = await device.start();
    const uid = await browser.confirm(userCode);
    await expect(browser.decide(uid, 'authorize', 'cross-site')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(createBrowser(person).decide(uid)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await device.poll(code)).body.error).toBe('authorization_pending');
  });

  test('a link that tries to confirm its own code', async () => {
    const [browser, device] = [createBrowser(await createPerson()), await createDevice()];
    const { device_code: code, user_code: userCode } = await device.start();
    await browser.send(`/oauth2/device?user_code=${userCode}&confirm=yes`);
    expect((await device.poll(code)).body.error).toBe('authorization_pending');
  });

  test('more guesses of codes than the limit of an account', async () => {
    const [person, device] = [await createPerson(), await createDevice()];
    const browser = createBrowser(person);
    const { xsrf } = await browser.send('/oauth2/device');
    const guess = () => browser.send('/oauth2/device', { xsrf, user_code: 'BCDF-GHJK' });
    for (let count = 0; count < LIMITS.user_code_account.most; count++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    const { user_code: right } = await device.start();
    expect((await browser.send('/oauth2/device', { xsrf, user_code: right })).status).toBe(429);
  });

  test('markup in a code, and shows it as text', async () => {
    const browser = createBrowser(await createPerson());
    const attack = '"><script>1</script>';
    const filled = await browser.send(`/oauth2/device?user_code=${encodeURIComponent(attack)}`);
    const entered = await browser.enter(attack);
    for (const { html } of [filled, entered]) expect(html).not.toContain('<script');
    expect(filled.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('a session that has ended between the code and the consent', async () => {
    const [person, device] = [await createPerson(), await createDevice()];
    const browser = createBrowser(person);
    const { device_code: code, user_code: userCode } = await device.start();
    const uid = await browser.confirm(userCode);
    await db().signInSession.deleteMany({ where: { userId: person.id } });
    await browser.decide(uid).catch(() => undefined);
    expect((await device.poll(code)).status).toBe(400);
  });

  test('more codes than the limit of an address, from any account', async () => {
    const send = async (person: Person) => {
      const headers = { ...FORM, cookie: `${sessionCookieName()}=${person.sessionToken}` };
      return (await provider.sendFrom('192.0.2.77', `${env().APP_URL}/oauth2/device`, { method: 'POST', headers }))
        .status;
    };
    const { user_code_address: ofAddress, user_code_account: ofAccount } = LIMITS;
    for (let count = 0; count < ofAddress.most; count += ofAccount.most) {
      const person = await createPerson();
      for (let tries = 0; tries < ofAccount.most; tries++) expect(await send(person)).toBe(400);
    }
    expect(await send(await createPerson())).toBe(429);
  });

  test('the codes of a client that loses the device flow', async () => {
    const device = await createDevice();
    const { device_code: code, user_code: userCode } = await device.start();
    const { version: _version, ...client } = await getOAuthClient(adminContext(db()), device.id);
    await updateOAuthClient(adminContext(db()), device.id, { ...client, may_use_device_flow: false });
    expect((await createBrowser(await createPerson()).enter(userCode)).html).toContain(WRONG);
    expect((await device.poll(code)).status).toBe(400);
    expect(await db().oidcArtifact.count({ where: { clientId: device.id } })).toBe(0);
  });

  test('a user who was blocked after the consent', async () => {
    const [person, device] = [await createPerson(), await createDevice()];
    const { device_code: code, user_code: userCode } = await device.start();
    await createBrowser(person).approve(userCode);
    await db().user.update({ where: { id: person.id }, data: { blockedAt: new Date() } });
    expect((await device.poll(code)).body.error).toBe('invalid_grant');
    expect((await createBrowser(person).send('/oauth2/device')).location).toContain('/login');
  });
});

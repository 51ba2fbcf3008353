/** Runs the examples of docs/examples that need programs from Debian. e2e/oauth/examples.spec.ts runs the others. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '#dev/stack/ports.ts';
import { db } from '#lib/base/db/db.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { hasApache, prepareApache } from '../oauth/support/apache.ts';
import { createWalk, logInThere } from '../oauth/support/walk.ts';
import { stack } from '../support/stacks/stack.ts';

const PYTHON = '/usr/bin/python3';
const PACKAGES = '/usr/lib/python3/dist-packages';

test("logs a user in and out with Debian's Flask and Authlib", async ({ page, asSubscriber }) => {
  const missing = ['authlib', 'flask', 'requests'].filter((name) => !existsSync(`${PACKAGES}/${name}/__init__.py`));
  test.skip(missing.length > 0, 'Flask or Authlib is not installed');
  const port = await freePort();
  const origin = `http://${new URL(stack.baseUrl).hostname}:${port}`; // the portal's host, whose cookies it shares
  const { client, secret } = await createClientRow(db(), {
    redirectUris: [`${origin}/callback`],
    postLogoutRedirectUris: [`${origin}/`],
  });
  const flask = ['-m', 'flask', '--app', 'docs/examples/flask_authlib.py', 'run', '--port', String(port)];
  const site = spawn(PYTHON, flask, {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ PYTHONDONTWRITEBYTECODE: '1', SESSION_SECRET: crypto.randomUUID() },
      ...{ ISSUER: stack.baseUrl, CLIENT_ID: client.id, CLIENT_SECRET: secret ?? '' },
    },
  });
  try {
    await expect.poll(async () => (await fetch(origin).catch(() => null))?.status, { intervals: [100] }).toBe(200);
    const { email, id } = await asSubscriber();
    await page.goto(`${origin}/login`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await expect(page.getByText(`Hello ${email}`)).toBeVisible();

    await page.goto(`${origin}/logout`);
    await expect(page.getByText('Not logged in')).toBeVisible();
    expect(page.url()).toBe(`${origin}/`);
    expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);

    const forged = await fetch(`${origin}/callback?code=${'a'.repeat(43)}&state=${'b'.repeat(30)}`);
    expect(forged.status, 'an answer that this browser did not ask for').toBe(500);
  } finally {
    site.kill();
  }
});

test("guards an API by access tokens with Debian's Apache and mod_auth_openidc", async () => {
  test.skip(!(await hasApache()), 'Apache with mod_auth_openidc is not installed');
  const apache = await prepareApache(stack.baseUrl, 'apache-api.conf');
  const [walk, other] = [await createWalk(), await createWalk()];
  await apache.start({ id: walk.rp.id, secret: walk.rp.secret ?? '' });
  try {
    const ask = async (token?: string) => {
      const answer = await fetch(
        `${apache.origin}/api/`,
        token ? { headers: { authorization: `Bearer ${token}` } } : {},
      );
      return [answer.status, answer.headers.get('x-remote-user')];
    };
    const { access_token: token, refresh_token: refresh = '' } = await logInThere(walk);
    const { access_token: foreign } = await logInThere(other);
    expect(await ask(token)).toEqual([200, walk.user.id]);
    for (const refused of [undefined, refresh, foreign, `${token}x`]) expect((await ask(refused))[0]).toBe(401);
    await db().user.update({ where: { id: walk.user.id }, data: { blockedAt: new Date() } });
    expect((await ask(token))[0], 'the token of a blocked user').toBe(401);
  } finally {
    apache.stop();
  }
});

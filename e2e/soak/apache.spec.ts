import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { hasApache, prepareApache } from '../oauth/support/apache.ts';
import { stack } from '../support/stacks/stack.ts';

const authorizeButton = (page: Page) => page.getByRole('button', { name: 'Authorize', exact: true });

test("logs in, signs on silently and logs out with Debian's Apache and mod_auth_openidc", async ({
  page,
  context,
  asSubscriber,
}) => {
  test.skip(!(await hasApache()), 'Apache with mod_auth_openidc is not installed');
  const apache = await prepareApache(stack.baseUrl);
  const inside = `${apache.origin}/private/`;
  const { client, secret } = await createClientRow(db(), {
    redirectUris: [`${apache.origin}/private/redirect_uri`],
    postLogoutRedirectUris: [`${apache.origin}/`],
  });
  await apache.start({ id: client.id, secret: secret ?? '' });
  try {
    const { email, id } = await asSubscriber();
    await page.goto(inside);
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.url() === inside && answer.ok()),
      authorizeButton(page).click(),
    ]);
    expect(response.headers()['x-remote-user']).toBe(email);

    await context.clearCookies({ domain: '127.0.0.1' });
    const again = await page.goto(inside);
    expect([page.url(), again?.headers()['x-remote-user']], 'single sign-on shows no page of ours').toEqual([
      inside,
      email,
    ]);

    await page.goto(`${apache.origin}/private/redirect_uri?logout=${encodeURIComponent(`${apache.origin}/`)}`);
    expect(page.url()).toBe(`${apache.origin}/`);
    expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);
    await page.goto(inside);
    await expect(page.getByRole('link', { name: 'Log In to Continue' })).toBeVisible();
  } finally {
    apache.stop();
  }
});

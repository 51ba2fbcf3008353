import type { Page } from '@playwright/test';
import { endSessions } from '#lib/auth/session/sessions.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { expect, test } from '../fixtures.ts';
import { hasApache, prepareApache } from '../oauth/support/apache.ts';
import { HttpClient } from '../support/http-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { stack } from '../support/stacks/stack.ts';

/** The time within which Apache's session must end after ours has ended. */
const ENDS_WITHIN_MS = 5000;

const authorizeButton = (page: Page) => page.getByRole('button', { name: 'Authorize', exact: true });

test("logs in, logs in again through SSO without a prompt, and logs out, with Debian's Apache and mod_auth_openidc", async ({
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

test.describe('ends the session of Apache within 5 s (S24)', () => {
  type Person = { id: string; email: string };
  const ends: [string, (person: Person, given: { page: Page; mailbox: Mailbox }) => Promise<unknown>][] = [
    [
      'when an admin blocks the person',
      ({ id }) => blockUsers(adminContext(db()), { ids: [id], blocked: true, dry_run: false }),
    ],
    [
      'when the password is reset',
      async ({ email }, { mailbox }) => {
        const stranger = new HttpClient(stack.baseUrl);
        await stranger.send('/forgot/email', { json: { email } });
        const link = mailbox.linkIn(await mailbox.receive(email, 'Reset your password'), '/reset-password');
        const token = new URL(link).searchParams.get('token');
        const reset = await stranger.send('/reset/email', {
          json: { email, token, password: 'After-Horse-7-Battery' },
        });
        expect(reset.status).toBe(200);
      },
    ],
    ['when the person logs out', (_person, { page }) => page.goto(`${stack.baseUrl}/logout`)],
    ['when the person logs out everywhere', ({ id }) => endSessions(systemContext(db()), id)],
  ];
  for (const [when, end] of ends)
    test(when, async ({ page, mailbox, asSubscriber }) => {
      test.skip(!(await hasApache()), 'Apache with mod_auth_openidc is not installed');
      const apache = await prepareApache(stack.baseUrl);
      const inside = `${apache.origin}/private/`;
      const redirectUri = `${apache.origin}/private/redirect_uri`;
      const { client, secret } = await createClientRow(db(), {
        redirectUris: [redirectUri],
        backchannelLogoutUri: `${redirectUri}?logout=backchannel`,
      });
      await apache.start({ id: client.id, secret: secret ?? '' });
      try {
        const person = await asSubscriber();
        await page.goto(inside);
        await authorizeButton(page).click();
        await page.waitForURL(inside);
        const cookies = await page.context().cookies(apache.origin);
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const statusInside = async () => (await fetch(inside, { headers: { cookie }, redirect: 'manual' })).status;
        expect(await statusInside()).toBe(200);
        await end(person, { page, mailbox });
        await expect.poll(statusInside, { timeout: ENDS_WITHIN_MS, intervals: [100] }).not.toBe(200);
      } finally {
        apache.stop();
      }
    });
});

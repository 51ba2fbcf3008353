/** A person who comes from an application to sign up, and opens the mailed link late or elsewhere. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { createRelyingParty } from './support/relying-party.ts';

/** Opens the sign-up that an application asks for, and creates an account. Returns what the mail is for. */
async function signUpFrom(page: Page) {
  const rp = await createRelyingParty('basic', { name: 'Helpdesk' });
  const email = `from-app-${randomUUID()}@example.com`;
  await page.goto((await rp.request({ prompt: 'create' })).url.href);
  const uid = new URL(page.url()).searchParams.get('interaction') ?? '';
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  return { rp, email, uid };
}

/** The request of an application as it is 20 minutes after it began. */
const age = (uid: string) => db().$executeRaw`
  UPDATE oidc_artifacts SET expires_at = now() - interval '5 minutes',
    payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch FROM now())::int - 300))
  WHERE model = 'Interaction' AND id = ${Buffer.from(sha256(uid)).toString('base64url')}`;

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

for (const { when, make } of [
  { when: 'has expired', make: age },
  {
    when: 'was removed',
    make: (uid: string) =>
      db().oidcArtifact.deleteMany({
        where: { model: 'Interaction', id: Buffer.from(sha256(uid)).toString('base64url') },
      }),
  },
])
  test(`leads back to the application after a verification whose request ${when}`, async ({
    page,
    context,
    mailbox,
  }) => {
    const { email, uid } = await signUpFrom(page);
    await make(uid);
    if (when === 'was removed') await context.clearCookies({ name: /op_interaction/ }); // as old as the request
    await page.goto(mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'));
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await expect(heading(page)).toHaveText('Go back to Helpdesk');
    await expect(page.getByRole('main')).toContainText('You are logged in here');
    await expect(page.getByRole('link', { name: 'Go to app.test.example' })).toHaveAttribute(
      'href',
      'https://app.test.example/',
    );
  });

test('continues to the application after a verification within 15 minutes', async ({ page, mailbox }) => {
  const { email } = await signUpFrom(page);
  await page.goto(mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByRole('button', { name: 'Authorize', exact: true })).toBeVisible();
});

test('leads back to the application after a verification in another browser, and offers no second sign-up', async ({
  page,
  elsewhere,
  mailbox,
}) => {
  const { email } = await signUpFrom(page);
  const link = mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email');
  await elsewhere.goto(link);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Verify email address' }).click();
  await elsewhere
    .getByRole('main')
    .getByRole('link', { name: /log in/i })
    .click();
  await elsewhere.getByLabel('Email', { exact: true }).fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Login' }).click();
  await expect(heading(elsewhere)).toHaveText('Go back to Helpdesk');
  await expect(elsewhere.getByRole('main')).toContainText('was started in another browser');
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log In to Continue' })).toBeVisible();
  await expect(page.getByText('Create an account')).toHaveCount(0);
});

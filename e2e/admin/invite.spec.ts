import { db } from '#lib/base/db/db.ts';
import { expect, test } from '../fixtures.ts';
import { hydrated } from '../support/browser/page.ts';

test('lets an invited user set a password by the newest link only, and lists emails and login in the timeline', async ({
  page,
  elsewhere,
  asAdmin,
  mailbox,
}) => {
  await asAdmin();
  const email = `invited-${crypto.randomUUID()}@example.com`;
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Country').selectOption('DE');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const { id } = await db().user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  await page.goto(`/admin/users/${id}/timeline`);
  await expect(page.getByText(/^Invited: the link works until/)).toBeVisible();

  const first = await mailbox.receive(email, 'Your Rspamd Premium account is ready');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await expect.poll(async () => (await mailbox.list(email)).length).toBe(2);
  const second = (await mailbox.list(email)).find(({ id: mail }) => mail !== first.id) ?? first;

  const password = 'Purple-Otter-Canyon-42';
  const choose = async (url: string) => {
    await elsewhere.goto(url);
    await expect(elsewhere.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await elsewhere.getByLabel('New password', { exact: true }).fill(password);
    await elsewhere.getByLabel('Confirm new password', { exact: true }).fill(password);
    await elsewhere.getByRole('button', { name: 'Save password' }).click();
  };
  await choose(mailbox.linkIn(first, '/reset-password'));
  await expect(elsewhere.getByText('This reset link is invalid or has expired.')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  await choose(mailbox.linkIn(second, '/reset-password'));
  await expect(elsewhere).toHaveURL(/\/login$/);
  await hydrated(elsewhere);
  await elsewhere.getByRole('textbox', { name: 'Email' }).fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(elsewhere.getByRole('heading', { name: 'API Key' })).toBeVisible();

  await page.reload();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').first()).toContainText('Logged in');
  await expect(page.getByText(/^Invited: the link works until/)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: 'Emails' }).click();
  await expect(timeline.getByText('Emailed: Your Rspamd Premium account is ready')).toHaveCount(2);
  await expect(timeline.getByText('Logged in')).toHaveCount(0);
});

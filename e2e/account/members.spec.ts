/** An account with several people: each does what their role allows, and it outlives the person who opened it. */
import type { Browser, Page } from '@playwright/test';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { createPerson, expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated, waitForItsScripts } from '../support/browser/page.ts';
import { SESSION_COOKIE } from '../support/http-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { stack } from '../support/stacks/stack.ts';
import { goToCheckout } from '../support/who-buys.ts';

/** A person with a browser. */
async function newPerson(browser: Browser) {
  const context = await browser.newContext();
  const person = await createPerson({});
  await context.addCookies([{ name: SESSION_COOKIE, value: person.token, url: stack.baseUrl }]);
  const page = await context.newPage();
  waitForItsScripts(page);
  return { ...person, page };
}

async function invite(page: Page, email: string, role: string, name?: string) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  if (name) await dialog.getByLabel('Name of the account').fill(name);
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  if (name) await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: `Withdraw the invitation of ${email}` })).toBeVisible();
}

async function accept({ page, email }: { page: Page; email: string }, mailbox: Mailbox, count: number) {
  const subject = 'You are invited to an account at Rspamd Premium';
  await expect
    .poll(async () => (await mailbox.list(email)).filter((one) => one.subject === subject))
    .toHaveLength(count);
  await page.goto(mailbox.linkIn(await mailbox.receive(email, subject), '/join'));
  await expectAccessible(page);
  await page.getByRole('button', { name: count === 1 ? 'Join Example Ltd' : 'Become an owner of Example Ltd' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await hydrated(page);
}

test('an owner buys, invites a technical and a billing member, hands over and leaves, and the account stays', async ({
  page,
  browser,
  mailbox,
  asSubscriber,
}) => {
  const owner = await asSubscriber();
  const [technical, billing] = [await newPerson(browser), await newPerson(browser)];
  const account = () =>
    db().account.findUniqueOrThrow({ where: { id: owner.id }, include: { subscriptions: true, buyer: true } });
  const keys = () => db().fuzzyKey.findMany({ where: { accountId: owner.id }, orderBy: { id: 'asc' } });

  await test.step('the owner buys, and invites two people', async () => {
    await goToCheckout(page, '/buy?small=1');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
    await invite(page, technical.email, 'technical', 'Example Ltd');
    await invite(page, billing.email, 'billing');
    await expectNoSidewaysScroll(page);
  });
  await test.step('the technical member rotates the key, and may not pay', async () => {
    await accept(technical, mailbox, 1);
    const [before] = await keys();
    await expect(technical.page.getByText(`${before?.publicKey.slice(0, 16)}…`)).toBeVisible();
    await technical.page.getByRole('button', { name: 'Rotate key' }).click();
    await technical.page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await expect.poll(async () => (await keys()).length).toBe(2);
    const refused = await technical.page.goto('/plan');
    expect(refused?.status()).toBe(403);
    await expect(technical.page.getByRole('heading', { name: 'Not for your role' })).toBeVisible();
    await expectAccessible(technical.page);
  });
  await test.step('the technical member acts for their own account, and for the company again in a new session', async () => {
    const { page: theirs, email } = technical;
    await theirs.goto('/dashboard');
    await theirs.getByRole('button', { name: 'Example Ltd' }).click();
    await theirs.getByRole('menuitemradio', { name: `${email} (Owner)` }).click();
    await expect(theirs.getByText('Choose a plan to get your key.')).toBeVisible();
    await expectNoSidewaysScroll(theirs);
    const { token } = await startSignInSession(anonymousContext(db()), technical.id);
    await theirs.context().addCookies([{ name: SESSION_COOKIE, value: token, url: stack.baseUrl }]);
    await theirs.goto('/dashboard');
    await expect(theirs.getByRole('button', { name: 'Example Ltd' })).toBeVisible();
  });
  await test.step('the billing member sees no key, and pays for more with a PO number', async () => {
    await accept(billing, mailbox, 1);
    const shown = (await keys()).at(-1)?.publicKey.slice(0, 16) ?? '';
    expect(await billing.page.content()).not.toContain(shown);
    await billing.page.goto('/plan');
    await billing.page.getByLabel('PO number').fill('PO 2026-77');
    await billing.page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(billing.page.getByText('Your next invoices are made out like this.')).toBeVisible();
    await billing.page.getByRole('radio', { name: /^Scale/ }).check();
    await billing.page.getByRole('button', { name: 'Pay £30.00 and change' }).click();
    await expect(billing.page.getByText(/^You are on Scale now/).first()).toBeVisible();
    expect(await account()).toMatchObject({ subscriptions: [{ plan: 'scale' }], buyer: { poNumber: 'PO 2026-77' } });
  });
  await test.step('the owner hands over to the billing member, and leaves', async () => {
    await invite(page, billing.email, 'owner');
    await accept(billing, mailbox, 2);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await (await page.request.get('/userstatus')).json()).toMatchObject({ plan: { key: null, status: null } });
  });
  await test.step('the account continues with the others', async () => {
    await billing.page.goto('/account');
    const table = billing.page.getByRole('table', { name: 'Members' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table).not.toContainText(owner.email);
    const status = (await (await technical.page.request.get('/userstatus')).json()) as { plan: { key: string } };
    expect(status.plan.key).toBe((await keys()).at(-1)?.publicKey);
    expect((await account()).subscriptions[0]?.status).toBe('active');
  });
  await Promise.all([technical, billing].map((one) => one.page.context().close()));
});

test('an owner requires a second factor, and an admin hands the account over to a person who has one', async ({
  page,
  browser,
  mailbox,
  asAdmin,
}) => {
  const [owner, member] = [await newPerson(browser), await newPerson(browser)];
  await db().membership.create({ data: { accountId: owner.id, userId: member.id, role: 'viewer' } });
  await createKeyRow(db(), { accountId: owner.id });
  const loggedInWithBoth = async ({ id }: { id: string }) => {
    await db().user.update({ where: { id }, data: { totpEnabledAt: new Date() } });
    await db().signInSession.updateMany({ where: { userId: id }, data: { amr: ['pwd', 'otp'] } });
  };

  await test.step('an owner without a second factor is told to set one up first', async () => {
    await owner.page.goto('/account');
    await expect(owner.page.getByText(/To require it, set up your own and log in with it first\./)).toBeVisible();
    await expect(owner.page.getByRole('button', { name: 'Require' })).toHaveCount(0);
  });
  await test.step('the owner requires it from today on', async () => {
    await loggedInWithBoth(owner);
    await owner.page.goto('/account');
    await owner.page.getByRole('button', { name: 'Require' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Require a second factor' });
    await dialog.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
    await expectAccessible(owner.page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(owner.page.getByText(/^Required of all members from /)).toBeVisible();
    await mailbox.receive(member.email, 'Your account requires a second factor');
  });
  await test.step('a password alone opens only the settings of the own login', async () => {
    await member.page.goto('/dashboard');
    await expect(member.page).toHaveURL(/\/account$/);
    await expect(member.page.getByText('This account requires a second factor.')).toBeVisible();
    await expect(member.page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    await expect(member.page.getByRole('heading', { name: 'Members' })).toHaveCount(0);
    await expectAccessible(member.page);
    await loggedInWithBoth(member);
    expect((await member.page.goto('/dashboard'))?.status()).toBe(200);
  });
  await test.step('an admin makes the member an owner, with a reason', async () => {
    await asAdmin();
    await page.goto(`/admin/users/${owner.id}`);
    await page.getByRole('button', { name: `Hand over ${owner.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over account' });
    await dialog.getByLabel('New owner').fill(member.email);
    await dialog.getByLabel('Reason').fill('The owner left the company');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(page.getByText('Made an owner by an admin: The owner left the company')).toBeVisible();
    await expectAccessible(page);
    expect((await mailbox.receive(owner.email, 'Your account has a new owner')).text).toContain('The owner left');
  });
  await Promise.all([owner, member].map((one) => one.page.context().close()));
});

import { randomUUID } from 'node:crypto';
import { db } from '#lib/base/db/db.ts';
import { CHECKLIST } from '#lib/base/checklist.ts';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from './fixtures.ts';
import { countedActions } from './support/browser/counted.ts';
import { collectErrors, expectAccessible } from './support/browser/page.ts';
import { report } from './usage/support.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
/** The fields of Stripe's card form are not counted: the emulator has no card form. */
const [MOST_CLICKS, MOST_FIELDS] = [9, 4];

test('takes a blocked visitor from the hero to a live key in at most 9 clicks and 4 fields, and then to green', async ({
  page,
  mailbox,
  storageServer,
}) => {
  const problems = collectErrors(page);
  const email = `start-${randomUUID()}@example.com`;
  const { counted, click, fill } = countedActions();
  const main = page.getByRole('main');
  const stepOf = (title: string) =>
    main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

  await test.step('says how much mail and where, and signs up in place', async () => {
    await page.goto('/');
    await click(page.getByRole('link', { name: /^Blocked by the free feed\?/ }));
    await fill(page.getByLabel('Emails a day'), '12k');
    await expect(main.getByText('Starter: 30,000 emails a day for £25 + VAT per month.')).toBeVisible();
    await click(page.getByText('mailcow', { exact: true }));
    await fill(main.getByLabel('Email', { exact: true }), email);
    await fill(main.getByLabel('Password', { exact: true }), PASSWORD);
    await fill(main.getByLabel('Confirm password', { exact: true }), PASSWORD);
    await click(main.getByRole('button', { name: 'Create Account' }));
    await expect(main.getByText('Account created successfully!')).toBeVisible();
  });

  await test.step('comes back from the mailed link with all answers', async () => {
    const link = mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email');
    counted.clicks++; // the link in the email
    await page.goto(link);
    await click(page.getByRole('button', { name: 'Verify email address' }));
    await expect(page).toHaveURL(/\/start\?/);
    await expect(page.getByLabel('Emails a day')).toHaveValue(/^12k$/);
    await expect(main.getByText('Starter: 30,000 emails a day')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'mailcow' })).toBeChecked();
  });

  await test.step('pays, and returns to the same page', async () => {
    await click(page.getByRole('radio', { name: /^For a company/ }));
    await click(page.getByRole('button', { name: 'Proceed to Purchase' }));
    await click(page.getByRole('button', { name: 'Pay', exact: true }));
    await expect(page).toHaveURL(/\/start\?paid=1/);
    await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
    await expect(main.getByText('£30.00 paid, VAT included.')).toBeVisible();
  });

  await test.step('has the command of the chosen platform to run and to read while the key goes live', async () => {
    await expect(main.getByText(/Your key goes live in (1:0\d|0:\d\d)\./)).toBeVisible();
    await expect(main.getByRole('region', { name: 'Connect mailcow' })).toBeVisible();
    await expect(main.getByText('What the command writes')).toBeVisible();
    await expectAccessible(page);
  });
  const key = await db().fuzzyKey.findFirstOrThrow({
    where: { account: { memberships: { some: { user: { email } } } } },
    select: { id: true, createdAt: true },
  });
  const isDone = async (title: string) =>
    expect(stepOf(title)).toHaveAttribute('data-state', 'done', { timeout: 20_000 });

  await test.step('turns the line of the key green after 70 seconds, once a storage host was in contact', async () => {
    await db().fuzzyKey.update({
      where: { id: key.id },
      data: { createdAt: new Date(key.createdAt.getTime() - 2 * MINUTE) },
    });
    await db().storageServer.update({ where: { id: storageServer.id }, data: { lastSeenAt: new Date() } });
    await isDone(CHECKLIST.live);
  });
  expect(counted.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(counted.fields).toBeLessThanOrEqual(MOST_FIELDS);

  await test.step('turns the lines of the server and of the test message green', async () => {
    await report(key.id, storageServer.id, 0, { checked: 1 });
    await isDone(CHECKLIST.hello);
    const firstMatchAt = new Date();
    await db().fuzzyKey.update({ where: { id: key.id }, data: { firstMatchAt, firstMatchServerId: storageServer.id } });
    await isDone(CHECKLIST.match);
    await expect(main.getByText(/^Protected since \d+ \w+ \d{4}, \d\d:\d\d UTC$/)).toBeVisible();
    await expectAccessible(page);
  });
  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
});

test('reads the output of rspamc stat in the browser, and sends it nowhere', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/start');
  await page.getByText('Or paste the output of').click();
  await page.getByLabel('Output of rspamc stat').fill('Results for command: stat\nMessages scanned: 12840031\n');
  await expect(page.getByText('12,840,031 messages scanned.')).toBeVisible();
  await page.getByLabel('Over how many days?').fill('300');
  await expect(page.getByLabel('Emails a day')).toHaveValue('42801');
  await expect(page.getByText('Scale fits: 100,000 emails a day.')).toBeVisible();
  expect(sent.filter((text) => text.includes('12840031'))).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('names the plan, and has the form of the sign-up', async ({ page }) => {
    await page.goto('/start');
    await page.getByLabel('Emails a day').fill('12k');
    await page.getByRole('button', { name: 'Which plan fits?' }).click();
    await expect(page.getByText('Starter: 30,000 emails a day for £25 + VAT per month.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  });
});

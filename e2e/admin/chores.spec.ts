import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { root } from '#dev/stack/folders.ts';
import { db } from '#lib/base/db/db.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { followSources } from '#lib/sources/follow-sources.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createKeyRow, createServerRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { expect, test } from '../fixtures.ts';
import { report } from '../usage/support.ts';

const MOST_CLICKS = 3;
const rich = 10_000_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Ten lines of the table in docs/operations.md: the chore, and its clicks. */
function written(): Map<string, number> {
  const text = readFileSync(`${root}/docs/operations.md`, 'utf8');
  const [, part = ''] = text.split('## Ten chores');
  const rows = [...part.matchAll(/^\| (?<chore>[^|]+?) +\| (?<way>[^|]+?) +\| (?<clicks>\d) +\|$/gm)];
  return new Map(rows.map(({ groups }) => [groups?.['chore'] ?? '', Number(groups?.['clicks'])]));
}

/** Counts clicks from the overview on, and compares them with what is written. */
async function chore(page: Page, name: string, walk: (click: (on: Locator) => Promise<void>) => Promise<unknown>) {
  await test.step(name, async () => {
    let clicks = 0;
    await page.goto('/admin/overview');
    await expect(page.getByRole('heading', { name: 'Needs a decision' })).toBeVisible();
    await walk(async (on) => {
      clicks += 1;
      await on.click();
    });
    expect(clicks, name).toBeLessThanOrEqual(MOST_CLICKS);
    expect(written().get(name), `clicks of “${name}” in docs/operations.md`).toBe(clicks);
  });
}

type Bought = Partial<Parameters<typeof createSubscriptionRow>[1]>;
/** A subscriber who pays more than anyone else in the tests, so that their entries come first. */
async function customer(name: string, bought: Bought = {}, key: Parameters<typeof createKeyRow>[1] = {}) {
  const email = `${unique(name)}@chores.example`;
  const user = await createUserRow(db(), { email });
  const subscription = await createSubscriptionRow(db(), { accountId: user.id, plan: 'starter', ...bought });
  const { stripeSubscriptionId } = subscription;
  await db().revenueMovement.create({
    data: {
      ...{ at: ago(60 * DAY), kind: 'new', cause: 'purchase', yearlyPence: rich, currency: 'gbp' },
      ...{ stripeSubscriptionId, userId: user.id },
    },
  });
  const fuzzyKey = await createKeyRow(db(), { accountId: user.id, email, subscriptionId: subscription.id, ...key });
  return { email, user, subscription, keyId: fuzzyKey.id };
}

/** The jobs that the worker runs between the tests, too: standings that usage does not support would not last. */
async function judge() {
  const ctx = systemContext(db());
  await rankKeysByUsage(ctx);
  await followSources(ctx);
}

/** Requests from that many networks, the last an hour ago. */
const useFrom = (keyId: number, networks: number) =>
  db().keySource.createMany({
    data: Array.from({ length: networks }, (_, index) => ({
      ...{ keyId, source: `source ${index}`, network: `network ${index}`, secretId: 'chores' },
      ...{ checked: 10, hits: 0, errors: 0, firstSeenAt: ago(DAY), lastSeenAt: ago(HOUR), isAnnounced: true },
    })),
  });

test('lets an operator do ten chores in at most three clicks each, as they are written down', async ({
  page,
  asAdmin,
  storageServer: { id: host },
}) => {
  test.slow();
  await asAdmin();
  const kind = (name: string) =>
    page.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: new RegExp(`^${name} `) });
  const entry = (text: string) =>
    page.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: text });
  const heading = (text: string) => expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible();

  const leaving = await customer('leaving', { cancelAt: ago(-20 * DAY) });
  await chore(page, 'Find who is leaving', async (click) => {
    await click(kind('Leaving'));
    await expect(entry(leaving.email)).toContainText('Ends on');
  });

  const over = await customer('over', {}, { lastUsedAt: ago(HOUR), rate: 60_000 / 86_400 });
  await report(over.keyId, host, 2, { checked: 90_000 });
  await judge();
  await chore(page, 'Help who is over the limit', async (click) => {
    await click(kind('Over the limit'));
    const letter = entry(over.email).getByRole('link', { name: /^Suggest Scale/ });
    await expect(letter).toHaveAttribute('href', /^mailto:.*plan%3Fplan%3Dscale/);
    // a mail program is not part of the browser
    await letter.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await click(letter);
  });

  const silent = await customer('silent', {}, { lastUsedAt: ago(30 * HOUR) });
  await report(silent.keyId, host, 30, { checked: 5000 });
  await judge();
  await chore(page, 'See why a key is silent', async (click) => {
    await click(kind('Silent keys'));
    await click(entry(silent.email).getByRole('link', { name: silent.email, exact: true }));
    await heading(silent.email);
    await expect(page.getByRole('region', { name: 'Keys' })).toContainText('Last used');
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText('No requests');
  });

  await chore(page, 'Find an invoice of a customer', async (click) => {
    await click(page.getByRole('button', { name: /Go to/ }));
    await page.getByRole('combobox').fill(over.email);
    await click(page.getByRole('option', { name: over.email }).first());
    await heading(over.email);
    // Stripe's emulator knows no invoice of a made-up customer: the page says so
    await expect(page.getByRole('region', { name: /Invoices|Subscriptions/ }).first()).toBeVisible();
  });

  const word = unique('gone');
  await createKeyRow(db(), { description: word, deletedAt: ago(HOUR) });
  await chore(page, 'Undo a deletion of a key', async (click) => {
    await click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Keys' }));
    await click(page.getByRole('switch', { name: 'Show Deleted Keys' }));
    await page.getByRole('searchbox', { name: /Search/ }).fill(word);
    await click(page.getByRole('button', { name: `Restore ${word}` }));
    await expect
      .poll(async () => (await db().fuzzyKey.findUnique({ where: { description: word } }))?.deletedAt)
      .toBeNull();
  });

  await chore(page, 'See what a customer sees', async (click) => {
    await click(entry(leaving.email).getByRole('link', { name: leaving.email, exact: true }).first());
    await click(page.getByRole('navigation', { name: 'User' }).getByRole('link', { name: 'View as customer' }));
    await page.getByLabel('Reason').fill('Ticket 1');
    await click(page.getByRole('button', { name: 'Start viewing' }));
    await expect(page).toHaveURL(/\/view\/dashboard$/);
  });

  await db().$executeRaw`
    INSERT INTO pgboss.job (name, data, source_name, source_id, source_created_on, source_output)
    VALUES ('dead_letter', '{"template":"welcome"}'::jsonb, 'mail.send', gen_random_uuid(), now(), '{"message":"chores: 451"}'::jsonb)`;
  await chore(page, 'Find failed mail', async (click) => {
    await click(kind('Failed jobs'));
    await click(entry('mail.send').getByRole('link', { name: 'mail.send', exact: true }));
    await expect(page.getByRole('cell', { name: /chores: 451/ }).first()).toBeVisible();
  });

  const { server } = await createServerRow(db(), { name: unique('silent-host'), lastSeenAt: ago(HOUR) });
  await chore(page, 'Find a silent host', async (click) => {
    await click(kind('Silent hosts'));
    await expect(entry(server.name)).toContainText('No contact');
    await click(entry(server.name).getByRole('link', { name: server.name, exact: true }));
    await expect(page.getByRole('rowheader', { name: new RegExp(server.name) })).toBeVisible();
  });
  await db().storageServer.delete({ where: { id: server.id } });

  const lost = await customer('lost');
  await db().revenueMovement.create({
    data: {
      ...{ at: new Date(), kind: 'churn', cause: 'payment_failed', yearlyPence: -rich, currency: 'gbp' },
      ...{ stripeSubscriptionId: lost.subscription.stripeSubscriptionId, userId: lost.user.id },
    },
  });
  await chore(page, 'See what MRR was lost this month, and by whom', async (click) => {
    await click(page.getByRole('region', { name: /^Revenue since/ }).getByRole('link', { name: 'Churn', exact: true }));
    await expect(page.getByRole('row', { name: new RegExp(lost.email) })).toContainText('Churn');
  });

  const spread = await customer('spread', {}, { lastUsedAt: ago(HOUR) });
  await useFrom(spread.keyId, 23);
  await report(spread.keyId, host, 1, { checked: 230 });
  await judge();
  await chore(page, 'Find who may share a key', async (click) => {
    await click(kind('Many networks'));
    await expect(entry(spread.email)).toContainText('23 networks');
    await click(entry(spread.email).getByRole('link', { name: spread.email, exact: true }));
    await heading(spread.email);
    await expect(page.getByRole('region', { name: 'Keys' })).toContainText('23 networks in 7 days');
  });

  expect(written().size).toBe(10);
});

test('puts an entry aside with a key for every admin, and brings it back', async ({ page, asAdmin }) => {
  await asAdmin();
  const late = await customer('late', { status: 'past_due', statusSince: ago(3 * DAY) });
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  const mine = entries.filter({ hasText: late.email });
  await page.goto('/admin/overview?kind=past_due');
  await expect(mine).toContainText('Payment failed');
  await mine.getByRole('link', { name: late.email, exact: true }).focus();
  await page.keyboard.press('e');
  await expect(mine).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine).toHaveCount(1);
  await mine.getByRole('link', { name: late.email, exact: true }).focus();
  await page.keyboard.press('s');
  await expect(page.getByText(`Snoozed for a day: ${late.email}`)).toBeVisible();
  await page.goto('/admin/overview?aside=1');
  await expect(mine).toContainText('Snoozed until');
  await mine.getByRole('button', { name: /^Bring back/ }).click();
  await expect(mine).toHaveCount(0);
  await page.goto('/admin/overview?kind=past_due');
  await expect(mine).toHaveCount(1);
});

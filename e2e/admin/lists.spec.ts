import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import {
  createClientRow,
  createKeyRow,
  createSubscriptionRow,
  createTestimonialRow,
  createUserRow,
  unique,
} from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { expectNoSidewaysScroll } from '../support/browser/page.ts';
import { createFailedMail } from './failed-mail.ts';

const LONG = 'of-a-customer-with-a-very-long-name-in-the-department-of-postal-affairs';

/** Creates two users with a common word in their emails; the first has a long email, a subscription and a key. */
async function twoUsers(): Promise<{ word: string; long: string; short: string; id: string }> {
  const word = `u${crypto.randomUUID().slice(0, 8)}`;
  const [long, short] = [`a.${LONG}@${word}.example`, `b@${word}.example`];
  const stripeCustomerId = unique('cus');
  const { id } = await createUserRow(db(), { email: long, dailyLimit: 1_234_567, stripeCustomerId });
  const { id: subscriptionId } = await createSubscriptionRow(db(), {
    accountId: id,
    stripeCustomerId,
    status: 'past_due',
  });
  await createKeyRow(db(), { accountId: id, subscriptionId, email: long });
  await createUserRow(db(), { email: short });
  return { word, long, short, id };
}

/**
 * Expects that each row has one line, at most as high as the controls in it, and that no table is wider than its frame.
 */
async function expectDenseRows(page: Page): Promise<void> {
  const tables = await page.locator('table').evaluateAll((all) =>
    all.map((table) => ({
      // An empty list has one row, which says so on several lines.
      tallest: Math.max(
        ...[...table.querySelectorAll('tr:has(th[scope=row])')].map((row) => row.getBoundingClientRect().height),
      ),
      isTooWide: table.scrollWidth > (table.parentElement?.clientWidth ?? 0),
    })),
  );
  for (const { tallest, isTooWide } of tables) {
    expect(isTooWide).toBe(false);
    expect(tallest).toBeLessThanOrEqual(38);
  }
}

/** Expects the facts of each card to be as wide as the card. */
async function expectWideFacts(page: Page): Promise<void> {
  const shares = await page.locator('tbody tr').evaluateAll((rows) =>
    rows
      .filter((row) => getComputedStyle(row).display === 'grid')
      .flatMap((row) =>
        [...row.querySelectorAll('td[data-label]')]
          .filter((cell) => cell.checkVisibility()) // an empty fact is left out
          .map((cell) => cell.clientWidth / row.clientWidth),
      ),
  );
  expect(Math.min(...shares)).toBeGreaterThan(0.8);
}

test('shows rows of one line from 768 px up, and never scrolls sideways', async ({ page, asAdmin, storageServer }) => {
  await asAdmin();
  const { word, id } = await twoUsers();
  await createFailedMail('451 later, please');
  const { id: entry } = await createTestimonialRow(db(), { quote: LONG.repeat(3), author: LONG, consent: LONG });
  const { client } = await createClientRow(db(), { name: `App ${LONG}`, scopes: ['openid', 'email', 'profile'] });
  const paths = [
    `/admin?search=${word}`,
    `/admin?search=${word}&user=${id}`,
    '/admin/audit',
    '/admin/jobs',
    `/admin/servers#${storageServer.id}`,
    '/admin/testimonials',
    `/admin/oauth2?search=${client.id}`,
  ];
  for (const path of paths)
    for (const width of [360, 768, 1024, 1440])
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.locator('tbody th').first()).toBeAttached(); // not by role: on a phone a sheet hides it
        await expectNoSidewaysScroll(page);
        await (width >= 768 ? expectDenseRows(page) : expectWideFacts(page));
      });
  await db().oAuthClient.delete({ where: { id: client.id } });
  await db().testimonial.delete({ where: { id: entry } });
});

test('keeps the list in use beside an open user: rows, keys, search and filters', async ({ page, asAdmin }) => {
  await asAdmin();
  const { word, long, short } = await twoUsers();
  await page.goto(`/admin?search=${word}&sort=email`);
  const link = (email: string) => page.getByRole('link', { name: email, exact: true });
  const panel = (email: string) => page.getByRole('dialog', { name: email });
  await link(long).click();
  await expect(panel(long)).toBeFocused();
  await page.getByRole('row').filter({ hasText: short }).getByRole('cell').nth(1).click();
  await expect(panel(short)).toBeVisible();
  await page.keyboard.press('k');
  await expect(panel(long)).toBeVisible();
  await expect(link(long)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(link(long)).toBeFocused();

  await link(short).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(short);
  await expect(link(long)).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize({ width: 768, height: 900 });
  await link(short).click();
  await expect(panel(short).getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0); // hidden behind the sheet, which covers the list
});

test('saves a view of a list, and finds it again after a reload, for this admin only', async ({ page, asAdmin }) => {
  await asAdmin();
  const { word } = await twoUsers();
  await page.goto(`/admin?search=${word}`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Subscription' }).click();
  await page.getByRole('button', { name: 'Stripe: past due' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Late payers');
  await page.keyboard.press('Enter');
  const views = page.getByRole('navigation', { name: 'Saved views' });
  const mine = views.getByRole('link', { name: 'Late payers' });
  await expect(mine).toHaveAttribute('aria-current', 'true');

  await views.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.reload();
  await mine.click();
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(LONG)]);

  await asAdmin();
  await page.goto('/admin');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(views).toHaveCount(0);
});

import { expect, test, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  emulate,
  collectErrors,
} from '../support/browser/page.ts';
import { createBillingStack, type BillingStack, type Person } from '../support/stacks/billing-stack.ts';

const DAY = 86_400;
let billing: BillingStack;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  billing = await createBillingStack();
  await billing.control.send('release'); // from now on, the emulator delivers every event itself
});
test.afterAll(async () => {
  const contract = await billing?.remove();
  expect(contract?.violations, 'every request matches the contract of the Stripe API').toEqual([]);
});

async function logIn(page: Page): Promise<Person> {
  const person = await billing.newPerson();
  const cookie = { name: 'next-auth.session-token', value: person.token, url: billing.baseUrl };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
  return person;
}
const open = (page: Page, path: string) => page.goto(new URL(path, billing.baseUrl).href);
async function buy(page: Page, flags: string) {
  await open(page, `/buy?${flags}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
}
const panel = (page: Page) => page.getByRole('region', { name: 'Billing' });

for (const [flags, product, monthly] of [
  ['micro=1', 'Personal usage', '£8.40'],
  ['micro=1&yearly=1', 'Personal usage', '£100.80'],
  ['small=1', 'Premium access (small)', '£30.00'],
  ['small=1&yearly=1', 'Premium access (small)', '£342.00'],
  ['', 'Premium access', '£60.00'],
  ['yearly=1', 'Premium access', '£660.00'],
] as const)
  test(`buys ${product} at /buy?${flags}, and shows the next charge with VAT and the invoice as PDF`, async ({
    page,
  }) => {
    await logIn(page);
    await buy(page, flags);
    await expect(
      panel(page).getByText(`${product}, ${flags.includes('yearly') ? 'yearly' : 'monthly'}, quantity 1`),
    ).toBeVisible();
    await expect(panel(page).getByText(`${monthly} with VAT`)).toBeVisible();
    await expect(page.getByText('active', { exact: true }).first()).toBeVisible();
    const [file] = await Promise.all([
      page.request.get((await panel(page).getByRole('link', { name: /^PDF/ }).getAttribute('href')) ?? ''),
    ]);
    expect(file.headers()['content-type']).toBe('application/pdf');
  });

test('changes plan and quantity after a preview, and cancels and resumes in two clicks each', async ({ page }) => {
  const problems = collectErrors(page);
  await logIn(page);
  await buy(page, 'small=1');
  await test.step('plan and quantity', async () => {
    await page.getByRole('button', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Plan' });
    await expect(dialog.getByRole('link', { name: 'Continue to Confirm' })).toBeHidden();
    await dialog.getByLabel('Plan').selectOption('scale');
    await dialog.getByLabel('Quantity').fill('0');
    await expect(dialog.getByText('A whole number from 1 to 100.')).toBeVisible();
    await dialog.getByLabel('Quantity').fill('3');
    await expect(dialog.getByText('600,000 requests a day')).toBeVisible();
    // £150 for the next month, £125 for the rest of this one, and 20% VAT
    await expect(dialog.getByRole('row', { name: 'Total £330.00' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByText('Yearly').click();
    await expect(dialog.getByText('Charged when you confirm')).toBeVisible();
    await dialog.getByText('Monthly').click();
    await dialog.getByRole('link', { name: 'Continue to Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your new plan' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(async () => {
      await page.reload();
      await expect(panel(page).getByText('Premium access, monthly, quantity 3')).toBeVisible({ timeout: 2000 });
    }).toPass();
  });
  await test.step('cancel in two clicks', async () => {
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(async () => {
      await page.reload();
      await expect(panel(page).getByText(/^ends on \d/)).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(panel(page).getByText('Next charge')).toBeHidden();
    await expectAccessible(page);
  });
  await test.step('resume in two clicks', async () => {
    await page.getByRole('link', { name: 'Resume plan' }).click();
    await page.getByRole('button', { name: "Don't cancel" }).click();
    await page.getByRole('link', { name: 'Return to the shop' }).click();
    await expect(async () => {
      await page.reload();
      await expect(panel(page).getByText('Next charge')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(panel(page).getByText(/^ends on/)).toBeHidden();
  });
  expect(problems).toEqual([]);
});

test('shows a failed payment at every width and in both themes, and recovers once it is paid', async ({ page }) => {
  const person = await logIn(page);
  await buy(page, 'small=1');
  const customer = await billing.customerOf(person);
  await billing.control.send('card', { customer, state: 'bad' });
  await billing.control.send('advance', { seconds: 32 * DAY });
  await expect(async () => {
    await open(page, '/dashboard');
    await expect(page.getByText('Your payment failed. Your key still works')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(panel(page).getByText('Not paid')).toBeVisible();
  for (const appearance of APPEARANCES) {
    await emulate(page, appearance);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await billing.mailbox.receive(person.email, 'Your payment failed');
  await page.getByRole('link', { name: 'Use another card' }).click();
  await page.getByRole('button', { name: 'Use a good card' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay with another card' }).click();
  await expect(async () => {
    await open(page, '/dashboard');
    await expect(panel(page).getByText('Next charge')).toBeVisible({ timeout: 2000 });
    await expect(page.getByText('Your payment failed.')).toBeHidden({ timeout: 100 });
  }).toPass();
});

test('buys with a VAT id and a promotion code after a declined card, with the bank’s confirmation', async ({
  page,
}) => {
  await logIn(page);
  await open(page, '/buy?yearly=1');
  await page.getByLabel('Promotion code').fill('TEST10');
  await page.getByLabel('VAT id').fill('DE123456789');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toContainText('declined');
  await page.getByLabel('Promotion code').fill('TEST10');
  await page.getByRole('button', { name: 'Update total' }).click();
  await expect(page.getByText('£594.00')).toBeVisible();
  await page.getByRole('button', { name: 'Needs action' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
});

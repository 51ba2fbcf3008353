/** Changes, cancels and resumes a plan on /plan, and reads after each step what a person sees. */
import { expect, test } from './fixtures.ts';
import { collectErrors, expectAccessible, expectNoSidewaysScroll } from './support/browser/page.ts';
import { goToCheckout } from './support/who-buys.ts';

test('changes a plan, changes it back, cancels and resumes, and says each time what holds', async ({
  page,
  asSubscriber,
}) => {
  await asSubscriber();
  await goToCheckout(page, '/buy?small=1');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
  const problems = collectErrors(page);
  const now = page.getByRole('region', { name: 'Your present plan' });
  const said = (text: RegExp) => expect(page.getByText(text).first()).toBeVisible();

  await test.step('a link to buy another plan leads here, with the choice made', async () => {
    await page.goto('/buy');
    await expect(page).toHaveURL(/\/plan\?plan=scale&interval=month$/);
    await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked();
    await expect(page.getByText('Due today')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await test.step('more is paid now, and holds now', async () => {
    await page.getByRole('button', { name: 'Pay £30.00 and change' }).click();
    await said(/^You are on Scale now: 100,000 emails a day \(200,000 requests\)\. £30\.00 was charged\.$/);
    await expect(now.getByText('Scale', { exact: true })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText(/^Next charge £60\.00/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Billing' }).getByText(/^Scale, monthly/)).toBeVisible();
  });
  await test.step('less waits for the end of the paid period, and can be dropped', async () => {
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByRole('radio', { name: /^Starter/ }).check();
    await page.getByRole('button', { name: /^Change on/ }).click();
    await said(/^You change to Starter on \d+ \w+ \d{4}\. Until then you keep Scale\.$/);
    await expect(now.getByText('Scale', { exact: true })).toBeVisible();
    await page.reload();
    await said(/^Your plan changes to Starter on/);
    await page.getByRole('button', { name: 'Keep my plan' }).click();
    await said(/^You keep Scale\.$/);
    await expect(page.getByText(/^Your plan changes to/)).toBeHidden();
  });
  await test.step('cancels with a reason', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('radio', { name: 'It costs too much' }).check();
    await page.getByRole('button', { name: 'Confirm cancellation' }).click();
    await said(/^Your plan ends on \d+ \w+ \d{4}\.$/);
    await said(/^Your key works until then\. Nothing more is charged\.$/);
    await page.goto('/dashboard');
    await expect(page.getByText(/^Ends on/).first()).toBeVisible();
  });
  await test.step('resumes in one click', async () => {
    await page.getByRole('link', { name: 'Resume plan' }).click();
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await said(/^Your Scale plan continues\.$/);
    await expect(page.getByText(/^Your plan ends on/)).toBeHidden();
  });
  expect(problems).toEqual([]);
});

test('keeps the plan while a declined payment is open, and holds the change once it is paid at Stripe', async ({
  page,
  asSubscriber,
}) => {
  await asSubscriber();
  await goToCheckout(page, '/buy?small=1');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Use a bad card' }).click();
  await page.goto('/plan?plan=scale');
  await page.getByRole('button', { name: 'Pay £30.00 and change' }).click();
  await page.getByRole('button', { name: 'Pay with another card' }).waitFor(); // Stripe's page of the invoice
  const invoice = page.url();
  await page.goto('/plan');
  await expect(page.getByText('Scale waits for its payment of £30.00.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete the payment' })).toHaveAttribute('href', invoice);
  await page.goto(invoice);
  await page.getByRole('button', { name: 'Pay with another card' }).click();
  await page.goto('/plan');
  await expect(
    page.getByRole('region', { name: 'Your present plan' }).getByText('Scale', { exact: true }),
  ).toBeVisible();
});

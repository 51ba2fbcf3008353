/** A company's and a private person's purchase, from the plan to the second invoice or the withdrawal. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { SESSION_COOKIE } from '../support/http-client.ts';
import { type BillingStack, createBillingStack, type Person } from '../support/stacks/billing-stack.ts';

const DAY = 86_400;
let billing: BillingStack;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => void (billing = await createBillingStack()));
test.afterAll(async () => {
  const contract = await billing?.remove();
  expect(contract?.violations, 'every request matches the contract of the Stripe API').toEqual([]);
});

async function newBuyer(page: Page): Promise<Person> {
  const person = await billing.newPerson();
  await page.context().addCookies([{ name: SESSION_COOKIE, value: person.token, url: billing.baseUrl }]);
  return person;
}
const pay = async (page: Page) => {
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
};
const subscriptionOf = async (person: Person) =>
  (await billing.stripe.subscriptions.list({ customer: await billing.customerOf(person), limit: 1 })).data[0]?.id ?? '';

test('a private person comes from a link, pays the price with VAT, and withdraws on day 14, not on day 15', async ({
  page,
}) => {
  const person = await newBuyer(page);
  await page.goto(`${billing.baseUrl}/buy?micro=1`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Before you pay' })).toBeVisible();
  await page.getByRole('radio', { name: /^For myself/ }).check();
  await expect(page.getByText('£8.40 per month, with 20% UK VAT.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Proceed to Purchase' }).click();
  await expect(page.getByRole('checkbox', { name: /^Start at once/ })).toBeFocused(); // required
  await page.getByRole('checkbox', { name: /^Start at once/ }).check();
  await page.getByRole('button', { name: 'Proceed to Purchase' }).click();
  await pay(page);
  const accepted = 'SELECT document FROM acceptances WHERE user_id = $1 ORDER BY document';
  expect(await billing.query(accepted, person.id)).toEqual([{ document: 'begin_at_once' }, { document: 'terms' }]);
  const welcome = await billing.mailbox.receive(person.email, 'Your key is ready');
  expect(JSON.stringify(welcome)).toContain('£8.40');

  const subscription = await subscriptionOf(person);
  const plan = async (days: number) => {
    await billing.control.send('backdate', { subscription, days });
    await page.goto(`${billing.baseUrl}/plan`);
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
    await expect(page.getByText(/ a month plus VAT, next invoice on /)).toBeVisible();
  };
  const button = page.getByRole('button', { name: 'Withdraw from this contract' });
  await plan(15);
  await expect(button).toBeHidden();
  const late = await person.client.send('/account/api/billing/withdraw', { json: {} });
  expect([late.status, late.json()]).toMatchObject([
    409,
    { error: 'The time to withdraw from this contract is over.' },
  ]);
  await plan(14);
  await button.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText(/^You withdrew from your contract\. All that you paid goes back/)).toBeVisible();
  await billing.mailbox.receive(person.email, 'You withdrew from your contract for Personal');
  expect((await billing.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  const [settled] = await billing.query<{ amount: number }>(
    `SELECT amount FROM withdrawals JOIN subscriptions ON id = subscription_id WHERE stripe_subscription_id = $1`,
    subscription,
  );
  expect(settled?.amount).toBe(840);
});

test('a company buys with a PO number and an address for invoices, which the second invoice has, too', async ({
  page,
}) => {
  const person = await newBuyer(page);
  await page.goto(`${billing.baseUrl}/pricing`);
  await page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' });
  await dialog.getByRole('radio', { name: /^For a company/ }).check();
  await dialog.getByLabel('PO number (optional)').fill('PO 2026-77');
  await dialog.getByLabel('Email for invoices (optional)').fill('accounts@mail.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Proceed to Purchase' }).click();
  await pay(page);

  const customer = await billing.customerOf(person);
  await billing.control.send('advance', { seconds: 32 * DAY });
  const { data } = await billing.stripe.invoices.list({ customer });
  expect(data.map(({ billing_reason: reason }) => reason)).toEqual(['subscription_cycle', 'subscription_create']);
  for (const { custom_fields: fields, customer_email: address } of data)
    expect([fields, address]).toEqual([[{ name: 'PO number', value: 'PO 2026-77' }], 'accounts@mail.example']);

  await page.goto(`${billing.baseUrl}/plan`);
  await page.getByLabel('PO number').fill('PO 2027-1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your next invoices are made out like this.')).toBeVisible();
  await billing.control.send('advance', { seconds: 31 * DAY });
  const printed = async () => (await billing.stripe.customers.retrieve(customer)) as { invoice_settings?: object };
  await expect
    .poll(async () => (await printed()).invoice_settings)
    .toMatchObject({ custom_fields: [{ name: 'PO number', value: 'PO 2027-1' }] });
});

import type { Page } from '@playwright/test';
import type { UserStatusView } from '#lib/billing/views.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  emulate,
  collectErrors,
} from '../support/browser/page.ts';

const FREE: UserStatusView = {
  has_subscription: false,
  is_manual: false,
  plan: { product: null, quantity: 0, status: null, key: null, forbidden_flags: [] },
  usage_limit: { daily: null, emails: null, source: 'none' },
  email: 'postmaster@mail.example',
  is_admin: false,
};
const subscribed = (product: string, quantity: number): UserStatusView => ({
  ...FREE,
  has_subscription: true,
  plan: { product, quantity, status: 'active', key: null, forbidden_flags: [] },
});
const REFUSED = { error: 'The service is busy. Please try again.', code: 'unavailable', request_id: 'a-request-id' };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Purchase' });
const proceed = (page: Page) => dialog(page).getByRole('link', { name: 'Proceed to Purchase' });

/** Mocks the answer of /userstatus. */
async function answerStatus(page: Page, status: UserStatusView | null) {
  await page.route('**/userstatus', (route) => route.fulfill({ json: status }));
}

/** Replaces /buy with a page, so that the test can read its URL. */
async function stubShop(page: Page) {
  await page.route('**/buy**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }));
}

async function buy(page: Page, plan = 'Starter', period = 'Monthly') {
  await page.goto('/pricing');
  await page.getByRole('radio', { name: period }).check({ force: true });
  await page
    .getByRole('link', { name: `Buy ${plan}` })
    .filter({ visible: true })
    .click();
  await expect(dialog(page)).toBeVisible();
}

const STATES: readonly { name: string; text: string; answer: (page: Page) => Promise<void> }[] = [
  {
    name: 'checking',
    text: 'Checking your login...',
    answer: (page) => page.route('**/userstatus', () => undefined).then(() => undefined),
  },
  { name: 'logged out', text: 'Authentication Required', answer: (page) => answerStatus(page, null) },
  { name: 'without a subscription', text: 'Ready to proceed', answer: (page) => answerStatus(page, FREE) },
  {
    name: 'with a subscription',
    text: 'modifies your current plan',
    answer: (page) => answerStatus(page, subscribed('Premium access', 2)),
  },
  {
    name: 'status unavailable',
    text: 'could not be checked',
    answer: (page) =>
      page.route('**/userstatus', (route) => route.fulfill({ status: 503, json: REFUSED })).then(() => undefined),
  },
];

for (const appearance of APPEARANCES)
  test(`passes axe and fits the width in every state (${appearance.name})`, async ({ page }) => {
    await emulate(page, appearance);
    for (const { text, answer, name } of STATES)
      await test.step(name, async () => {
        await page.unrouteAll();
        await answer(page);
        await buy(page, 'Starter', 'Yearly');
        await expect(dialog(page).getByText(text)).toBeAttached();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
  });

const FLAGS = [
  ['Personal', 'Monthly', '£7 + VAT per month', { micro: '1' }],
  ['Personal', 'Yearly', '£84 + VAT per year', { micro: '1', yearly: '1' }],
  ['Starter', 'Monthly', '£25 + VAT per month', { small: '1' }],
  ['Starter', 'Yearly', '£285 + VAT per year', { small: '1', yearly: '1' }],
  ['Scale', 'Monthly', '£50 + VAT per month', {}],
  ['Scale', 'Yearly', '£550 + VAT per year', { yearly: '1' }],
] as const;
for (const [plan, period, price, flags] of FLAGS)
  test(`shows ${plan} ${period} with its price, and opens /buy with its flags`, async ({ page }) => {
    await answerStatus(page, FREE);
    await stubShop(page);
    await buy(page, plan, period);
    for (const text of [plan, period, price])
      await expect(
        dialog(page)
          .getByRole('definition')
          .filter({ hasText: new RegExp(`^${text.replace('+', '\\+')}$`) }),
      ).toBeVisible();
    await proceed(page).click();
    await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe('/buy');
    expect(Object.fromEntries(searchParams)).toEqual({ ...flags, test: '1' }); // the tests run on localhost
  });

test('shows a user without a plan as ready, with their email address', async ({ page, asSubscriber }) => {
  const problems = collectErrors(page);
  const person = await asSubscriber();
  await buy(page);
  await expect(dialog(page).getByText('Ready to proceed')).toBeVisible();
  await expect(dialog(page).getByText(person.email)).toBeVisible();
  await expect(dialog(page).getByText('modifies')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('tells a manual customer what the purchase changes', async ({ page, asSubscriber }) => {
  await asSubscriber({ hasKey: true });
  await buy(page);
  await expect(dialog(page).getByText('This purchase modifies your current plan: Premium × 1.')).toBeVisible();
  await expect(dialog(page).getByText('your present key stays')).toBeVisible();
  await expect(proceed(page)).toBeVisible();
});

test('warns a subscriber with the name and quantity of the current plan', async ({ page }) => {
  await answerStatus(page, subscribed('Premium access', 3));
  await buy(page, 'Starter');
  await expect(dialog(page).getByText('This purchase modifies your current plan: Scale × 3.')).toBeVisible();
  await expect(dialog(page).getByText('Your quantity stays.')).toBeVisible();
  await expect(dialog(page).getByText('on this plan already')).toHaveCount(0);
});

test('tells a subscriber that they are already on the plan', async ({ page }) => {
  await answerStatus(page, subscribed('Premium access (small)', 1));
  await buy(page, 'Starter');
  await expect(dialog(page).getByText('This purchase modifies your current plan: Starter × 1.')).toBeVisible();
  await expect(dialog(page).getByText('You are on this plan already.')).toBeVisible();
});

test('redirects a visitor to /buy after login', async ({ page }) => {
  await stubShop(page);
  await page.route('**/login/email', (route) => route.fulfill({ json: { status: 'ok' } }));
  await buy(page, 'Starter', 'Yearly');
  await expect(dialog(page).getByText('Authentication Required')).toBeVisible();
  await expect(dialog(page).getByText('could not be checked')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Login & Purchase' }).click();
  const access = page.getByRole('dialog', { name: 'Access Premium' });
  await expect(access.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  await access.getByLabel('Email', { exact: true }).fill('person@example.com');
  await access.getByLabel('Password', { exact: true }).fill('any password');
  await access.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ small: '1', yearly: '1', test: '1' });
});

for (const appearance of APPEARANCES)
  for (const by of ['mouse', 'keyboard'] as const)
    test(`opens sign-up and login by ${by}, without errors before anything is typed (${appearance.name})`, async ({
      page,
    }) => {
      await emulate(page, appearance);
      await answerStatus(page, null);
      for (const name of ['Create Account & Purchase', 'Login & Purchase']) {
        await buy(page);
        const choice = dialog(page).getByRole('button', { name });
        if (by === 'mouse') await choice.click();
        else await choice.press('Enter');
        const access = page.getByRole('dialog', { name: 'Access Premium' });
        const email = access.getByLabel('Email', { exact: true });
        await expect(email).toBeFocused();
        await page.evaluate(untilFocusHasSettled);
        await expect(email).toBeFocused();
        await expect(access.getByText(/^Please enter/)).toHaveCount(0);
        await expect(access.locator('[aria-invalid=true]')).toHaveCount(0);
        await page.keyboard.type('person@example.com');
        await expect(email).toHaveValue('person@example.com');
      }
    });

/** Runs in the page. Resolves after the tasks in which dialogs move the focus when they open or close. */
async function untilFocusHasSettled(): Promise<void> {
  for (let frames = 0; frames < 5; frames++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

test('sends the /buy link along with a visitor’s sign-up', async ({ page }) => {
  let sent: unknown;
  await page.route('**/signup/email', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { status: 'ok' } });
  });
  await buy(page, 'Personal');
  await dialog(page).getByRole('button', { name: 'Create Account & Purchase' }).click();
  const access = page.getByRole('dialog', { name: 'Access Premium' });
  await expect(access.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await access.getByLabel('Email', { exact: true }).fill('person@example.com');
  await access.getByLabel('Password', { exact: true }).fill('Correct-Horse-9-Battery');
  await access.getByLabel('Confirm password', { exact: true }).fill('Correct-Horse-9-Battery');
  await access.getByRole('button', { name: 'Create Account' }).click();
  await expect(access.getByText('Please check your email for verification instructions.')).toBeVisible();
  expect(sent).toMatchObject({ return_url: '/buy?micro=1&test=1' });
});

test('reports a failed status check beside "Authentication Required" and offers a retry', async ({ page }) => {
  for (const fail of [
    { name: 'refused', text: REFUSED.error, status: 503 },
    { name: 'no answer', text: 'The server could not be reached.', status: null },
  ]) {
    await page.unrouteAll();
    await page.route('**/userstatus', (route) =>
      fail.status ? route.fulfill({ status: fail.status, json: REFUSED }) : route.abort(),
    );
    await buy(page);
    await expect(dialog(page).getByText('Authentication Required')).toBeVisible();
    await expect(dialog(page).getByText(`Your login status could not be checked: ${fail.text}`)).toBeVisible();
    if (fail.status) await expect(dialog(page).getByText(REFUSED.request_id)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Create Account & Purchase' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Login & Purchase' })).toBeVisible();
    await page.unrouteAll();
    await answerStatus(page, FREE);
    await dialog(page).getByRole('button', { name: 'Check Again' }).click();
    await expect(dialog(page).getByText('Ready to proceed')).toBeVisible();
  }
});

test('opens by keyboard, keeps the focus inside, and returns it on Escape', async ({ page }) => {
  await answerStatus(page, FREE);
  await buy(page);
  await expect(proceed(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true });
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(proceed(page)).toBeVisible();
  for (let stops = 0; stops < 4; stops++) {
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
});

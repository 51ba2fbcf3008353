import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { collectErrors, emulate, expectAccessible } from '../support/browser/page.ts';
import { makeLoginOld } from '../support/old-login.ts';
import { PASSWORD } from '../support/people.ts';
import { stack } from '../support/stacks/stack.ts';
import { goToCheckout } from '../support/who-buys.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Purchase' });
const access = (page: Page) => page.getByRole('dialog', { name: 'Access Premium' });
const buyLink = (page: Page) => page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true });
const email = (page: Page) => access(page).getByLabel('Email', { exact: true });

/** Replaces /buy with a page, so that the test can read its URL. */
const stubShop = (page: Page) =>
  page.route('**/buy**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }));

async function expectShop(page: Page, flags: Record<string, string>) {
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ...flags, test: '1' }); // localhost adds test=1
}

test('leads a logged-in user to /buy by keyboard, keeps the focus inside, and returns it on Escape', async ({
  page,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const person = await asSubscriber();
  await stubShop(page);
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  const proceed = dialog(page).getByRole('button', { name: 'Proceed to Purchase' });
  await buyLink(page).click();
  await expect(dialog(page).getByText('Ready to proceed')).toBeVisible();
  await expect(dialog(page).getByText(person.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(buyLink(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(proceed).toBeVisible();
  for (let stops = 0; stops < 4; stops++) {
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
  await proceed.press('Enter');
  await expectShop(page, { small: '1', yearly: '1' });
  expect(problems).toEqual([]);
});

for (const { by, width } of [
  { by: 'mouse', width: 360 },
  { by: 'keyboard', width: 1440 },
])
  test(`opens sign-up or login for a purchase, then leads to /buy, by ${by} at ${width} px`, async ({ page }) => {
    await emulate(page, { width, theme: 'light', name: '' });
    await stubShop(page);
    await page.route('**/login/email', (route) => route.fulfill({ json: { status: 'ok' } }));
    await page.goto('/pricing');
    for (const name of ['Create Account & Purchase', 'Login & Purchase']) {
      await buyLink(page).click();
      const choice = dialog(page).getByRole('button', { name });
      if (by === 'mouse') await choice.click();
      else await choice.press('Enter');
      await expect(email(page)).toBeFocused();
      await page.evaluate(untilFocusHasSettled);
      await expect(email(page)).toBeFocused();
      await expect(access(page).getByText(/^Please enter/)).toHaveCount(0);
      await expect(access(page).locator('[aria-invalid=true]')).toHaveCount(0);
      if (name !== 'Login & Purchase') {
        await page.keyboard.press('Escape');
        await expect(access(page)).toBeHidden();
        await expect(buyLink(page)).toBeFocused();
      }
    }
    await page.keyboard.type('person@example.com');
    await expect(email(page)).toHaveValue('person@example.com');
    await access(page).getByLabel('Password', { exact: true }).fill('any password');
    await access(page).getByRole('button', { name: 'Login' }).click();
    await expectShop(page, { small: '1' });
  });

/** Runs in the page. Resolves after the tasks in which dialogs move the focus when they open or close. */
async function untilFocusHasSettled(): Promise<void> {
  for (let frames = 0; frames < 5; frames++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** Follows a link to /buy on another site. */
async function follow(page: Page, flags: string) {
  const body = `<a href="${stack.baseUrl}/buy?${flags}">Buy</a>`;
  await page.route('https://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('https://elsewhere.example/');
  await page.getByRole('link', { name: 'Buy' }).click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('asks which plan a link on another site means while another checkout is open', async ({
      page,
      asSubscriber,
    }) => {
      await asSubscriber();
      const pay = page.getByRole('button', { name: 'Pay', exact: true });
      await goToCheckout(page, '/buy?yearly=1');
      await expect(pay).toBeVisible();
      const scale = page.url();

      await follow(page, 'yearly=1');
      await expect(page).toHaveURL(scale);
      await follow(page, 'micro=1');
      await expect(page.getByRole('heading', { name: 'Which plan do you want?' })).toBeVisible();
      await expect(page.getByText('£550 a year, plus VAT')).toBeVisible();
      await expect(page.getByText('£7 a month, plus VAT')).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole('button', { name: 'Continue with Scale yearly' }).click();
      await expect(page).toHaveURL(scale);

      await follow(page, 'micro=1');
      await page.getByRole('button', { name: 'Buy Personal monthly' }).click();
      await expect(pay).toBeVisible();
      await expect(page.getByText('Personal usage').first()).toBeVisible();
      expect(page.url()).not.toBe(scale);
      await follow(page, 'micro=1');
      await expect(pay).toBeVisible();
    });

    test('asks it of a visitor who logs in on the way, too', async ({ page, asSubscriber, context }) => {
      const person = await asSubscriber();
      await makeLoginOld(person.id);
      await goToCheckout(page, '/buy?yearly=1');
      await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
      const scale = page.url();
      await context.clearCookies();
      await follow(page, 'micro=1');
      await expect(page.getByText('Log in to buy Personal.')).toBeVisible();
      await page.getByLabel('Email', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByRole('button', { name: 'Continue with Scale yearly' }).click();
      await expect(page).toHaveURL(scale);
    });
  });

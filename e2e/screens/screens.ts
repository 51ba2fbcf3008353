import { expect, type Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { reportScreens } from '../reports/report-screens.ts';
import { answerOf, answerUsage, BROKEN, report, subscribe } from '../usage/support.ts';
import { accountScreens } from './account-screens.ts';
import { adminOAuthScreens } from './admin-oauth-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { dialog, forAdmin, opens } from './admin.ts';
import { longScreens } from './long-screens.ts';
import { oauthScreens } from './oauth-screens.ts';
import { publicScreens } from './public-screens.ts';
import { purchaseScreens } from './purchase-screens.ts';
import type { Screen } from './screen.ts';
import { userScreens } from './user-screens.ts';

const inThirtyDays = () => new Date(Date.now() + 30 * DAY);

/** Creates three subscribers: one pays, one leaves, and one pays twice. Returns a word that their addresses contain. */
async function subscribers(): Promise<string> {
  const word = unique('shop');
  for (const name of ['pays', 'leaves', 'pays-twice']) {
    const { id } = await createUserRow(db(), { email: `${name}@${word}.example.com` });
    await subscribe(id, 3);
    if (name === 'leaves')
      await db().subscription.updateMany({ where: { accountId: id }, data: { cancelAt: inThirtyDays() } });
    if (name === 'pays-twice') await createSubscriptionRow(db(), { accountId: id, flags: ['second_subscription'] });
  }
  return word;
}

/** Subscribers as an admin and as they themselves see them. */
const subscriberScreens: readonly Screen[] = [
  {
    route: 'GET /admin',
    when: 'subscribers are listed',
    prepare: forAdmin(async () => `/admin?search=${await subscribers()}`),
    ready: (page) =>
      page
        .getByText(/^Ends /)
        .first()
        .waitFor(),
    states: {
      'block of subscribers': async (page) => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByRole('button', { name: 'Block', exact: true }).click();
        await dialog(page).waitFor();
      },
    },
  },
  {
    route: 'GET /admin/keys',
    when: 'a key is in use',
    prepare: forAdmin(async ({ storageServer }) => {
      const word = unique('shop');
      const { id, email } = await createUserRow(db(), { email: `pays@${word}.example.com` });
      const key = await subscribe(id, 3);
      await db().fuzzyKey.update({ where: { id: key }, data: { email, description: `Stripe ${word}` } });
      await report(key, storageServer.id, 1, { checked: 3_000 });
      return `/admin/keys?search=${word}`;
    }),
    ready: (page) => page.getByText('Usage of 1 key loaded').waitFor(),
    states: { delete: opens(/^Delete Stripe/) },
  },
  {
    route: 'GET /dashboard',
    when: 'there are two subscriptions',
    prepare: async ({ page, asSubscriber }) => {
      const { id } = await asSubscriber();
      await subscribe(id);
      await createSubscriptionRow(db(), { accountId: id, flags: ['second_subscription'] });
      await answerUsage(page, { json: answerOf({ aggregate: [] }) });
      return '/dashboard';
    },
  },
  {
    route: 'GET /dashboard',
    when: 'support has switched the key off',
    prepare: async ({ page, asSubscriber }) => {
      const { id } = await asSubscriber();
      const { id: subscriptionId } = await createSubscriptionRow(db(), { accountId: id });
      await createKeyRow(db(), { accountId: id, subscriptionId, deletedAt: new Date() });
      await answerUsage(page, { json: answerOf({ aggregate: [] }) });
      return '/dashboard';
    },
  },
];

/** The stories show the lists of the console while they fail or have no match; one page shows it in its frame. */
const adminFailureScreens: readonly Screen[] = [
  {
    route: 'GET /admin',
    when: 'nothing can be loaded',
    prepare: forAdmin(async ({ page }) => {
      await page.route('**/admin/api/**', (route) => route.fulfill(BROKEN));
      return '/admin';
    }),
    ready: async (page) => {
      await page.getByRole('main').getByRole('searchbox').fill('nothing');
      await page.getByRole('main').getByRole('alert').first().waitFor();
    },
    states: {
      'billing out of date': async (page) => {
        await page.goto('/admin/billing');
        await page.getByRole('button', { name: 'Refresh', exact: true }).click();
        await page.getByText('The list of problems could not be refreshed').waitFor();
      },
    },
  },
];

/** The pages that are shown when rendering fails in the browser. */
const failed = (page: Page) => page.getByRole('heading', { name: 'Something went wrong', level: 1 });

const failedScreens: readonly Screen[] = [
  {
    route: 'GET /login',
    when: 'rendering fails',
    prepare: () => '/login',
    ready: async (page) => {
      await page.route('/login/email', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: {} }),
      );
      const ceil = await page.evaluateHandle(() => Math.ceil);
      await page.evaluate(() => {
        // Showing a 429 calls Math.ceil, and so does axe later.
        Math.ceil = () => {
          throw new Error('made by a test');
        };
      });
      await page.getByLabel('Email', { exact: true }).fill('somebody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('some password');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await failed(page).waitFor();
      await ceil.evaluate((original) => {
        Math.ceil = original;
      });
    },
  },
  {
    route: 'GET /pricing',
    when: 'the layout cannot be rendered',
    prepare: async ({ page }) => {
      await page.addInitScript(() => {
        const read = Storage.prototype.getItem;
        Storage.prototype.getItem = function (key) {
          // The layout reads it to say that a logout has failed.
          if (key === 'logout-failed') throw new Error('made by a test');
          return read.call(this, key);
        };
      });
      return '/pricing';
    },
    ready: async (page) => {
      await failed(page).waitFor();
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    },
  },
];

/** Every page of the product. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...purchaseScreens,
  ...reportScreens,
  ...oauthScreens,
  ...adminScreens,
  ...adminOAuthScreens,
  ...adminFailureScreens,
  ...userScreens,
  ...subscriberScreens,
  ...longScreens,
  ...failedScreens,
];

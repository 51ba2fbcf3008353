/** The pages that are shown when rendering fails in the browser. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const failed = (page: Page) => page.getByRole('heading', { name: 'Something went wrong', level: 1 });

export const failedScreens: readonly Screen[] = [
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

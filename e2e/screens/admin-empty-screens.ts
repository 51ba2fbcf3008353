/** The console's lists while nothing can be loaded, and when nothing matches. */
import type { Page } from '@playwright/test';
import { BROKEN } from '../usage/support.ts';
import { forAdmin } from './admin.ts';
import type { Screen } from './screen.ts';

const failure = (page: Page) => page.getByRole('main').getByRole('alert').first().waitFor();

/** Opens another page, and asks for a part of its list that did not come with the page. */
const fails = (path: string, ask?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path);
  await ask?.(page);
  await failure(page);
};

/** Opens a page whose lists came with it, and refreshes them in vain. */
const isOld = (path: string, list: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByText(`${list} could not be refreshed`).waitFor();
};

const search = (page: Page) => page.getByRole('main').getByRole('searchbox').fill('nothing');

const matchesNothing = (path: string, text: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByText(text).first().waitFor();
};

export const adminEmptyScreens: readonly Screen[] = [
  {
    route: 'GET /admin',
    when: 'nothing can be loaded',
    prepare: forAdmin(async ({ page }) => {
      await page.route('**/admin/api/**', (route) => route.fulfill(BROKEN));
      return '/admin';
    }),
    ready: async (page) => {
      await search(page);
      await failure(page);
    },
    states: {
      keys: fails('/admin/keys', search),
      audit: fails('/admin/audit', (page) => page.getByRole('cell').getByRole('link').first().click()),
      jobs: fails('/admin/jobs', (page) => page.getByRole('radio', { name: 'Waiting' }).click({ force: true })),
      'OAuth clients': fails('/admin/oauth2', search),
      servers: fails('/admin/servers'),
      'billing out of date': isOld('/admin/billing', 'The list of problems'),
      'users out of date': isOld('/admin', 'The list of users'),
    },
  },
  {
    route: 'GET /admin',
    when: 'nothing matches',
    prepare: forAdmin(() => '/admin?search=nobody&status=blocked'),
    ready: (page) => page.getByText('No users match').waitFor(),
    states: {
      keys: matchesNothing('/admin/keys?search=nothing', 'No keys match'),
      audit: matchesNothing('/admin/audit?target=nobody', 'No events match'),
      'no silent host': async (page) => {
        await page.route('**/admin/api/servers**', (route) => route.fulfill({ json: { servers: [] } }));
        await page.goto('/admin/servers');
        await page.getByText('Silent', { exact: true }).first().click();
        await page.getByText('No silent hosts').waitFor();
      },
      'OAuth clients': matchesNothing('/admin/oauth2?search=nothing', 'No clients match'),
    },
  },
];

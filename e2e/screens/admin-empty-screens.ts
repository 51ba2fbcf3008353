/** The console's lists while nothing can be loaded, and when nothing matches. */
import type { Page } from '@playwright/test';
import { BROKEN } from '../usage/support.ts';
import { forAdmin } from './admin.ts';
import type { Screen } from './screen.ts';

/** Opens another page, which shows the failure. */
const fails = (path: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('alert').first().waitFor();
};

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
    ready: (page) => page.getByRole('alert').first().waitFor(),
    states: {
      keys: fails('/admin/keys'),
      audit: fails('/admin/audit'),
      jobs: fails('/admin/jobs'),
      'OAuth clients': fails('/admin/oauth2'),
      servers: fails('/admin/servers'),
      overview: fails('/admin/overview'),
      billing: fails('/admin/billing'),
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
      'OAuth clients': matchesNothing('/admin/oauth2?search=nothing', 'No clients match'),
    },
  },
];

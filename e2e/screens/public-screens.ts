import type { Page } from '@playwright/test';
import { paths } from '#lib/base/paths.ts';
import { published } from '#lib/openapi/published.ts';
import type { Screen } from './screen.ts';

const at = (path: string) => () => path;
const VOID_LINK = '/verify-email?email=a%40b.example&token=0123456789';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await button(page, 'Login').click();
}

export const publicScreens: readonly Screen[] = [
  {
    route: 'GET /',
    prepare: at('/'),
    ready: async (page) => {
      await page.locator('#testimonials').scrollIntoViewIfNeeded();
      await page.locator('#testimonials[data-selected="1"]').waitFor();
    },
    states: {
      'second testimonial': (page) => page.locator('#testimonials').getByRole('button', { name: 'Next' }).click(),
      'own message': async (page) => {
        await button(page, 'Try it with your own message').click();
        await page.getByRole('textbox', { name: 'Message' }).fill('Two words');
      },
      menu: (page) => button(page, 'Open menu').click(),
      'sign-up dialog': async (page) => {
        await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Get Started' }).click();
        await page.getByRole('dialog', { name: 'Access Premium' }).waitFor();
      },
    },
  },
  {
    route: 'GET /',
    when: 'a logout has failed',
    prepare: async ({ page }) => {
      await page.addInitScript(() => window.sessionStorage.setItem('logout-failed', '1'));
      return '/';
    },
    ready: (page) => page.getByText('Logging out failed').waitFor(),
  },
  {
    route: 'GET /pricing',
    prepare: at('/pricing'),
    states: {
      'fitting plan, yearly': async (page) => {
        await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
        await page.getByRole('textbox', { name: 'Emails a day', exact: true }).fill('250000');
        await page.getByText('Scale × 3 fits').filter({ visible: true }).first().waitFor();
      },
      'invalid number': async (page) => {
        await page.getByRole('textbox', { name: 'Users', exact: true }).fill('many');
        await page.getByText('Please type a whole number').first().waitFor();
      },
      tooltip: async (page) => {
        const name = 'Stable packages repository';
        await page.getByRole('button', { name }).filter({ visible: true }).first().hover();
        await page.getByRole('tooltip').waitFor();
      },
      'purchase as a visitor': async (page) => {
        await page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true }).click();
        await button(page, 'Login & Purchase').waitFor();
      },
    },
  },
  {
    route: 'GET /pricing',
    when: 'a customer buys another plan',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber({ hasKey: true });
      return '/pricing';
    },
    ready: async (page) => {
      await page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true }).click();
      await page.getByText('modifies your current plan').waitFor();
    },
  },
  { route: 'GET /privacy', prepare: at('/privacy') },
  { route: 'GET /cookies', prepare: at('/cookies') },
  {
    route: 'GET /terms',
    prepare: at('/terms'),
    states: {
      dialog: async (page) => {
        await page.getByRole('contentinfo').getByRole('button', { name: 'Terms' }).click();
        await page.getByRole('dialog', { name: 'Terms' }).waitFor();
      },
    },
  },
  ...['/legal', '/dpa', '/subprocessors', '/security', '/accessibility', '/sla'].map((path) => ({
    route: `GET ${path}`,
    prepare: at(path),
  })),
  { route: 'GET /false-positives', prepare: at('/false-positives') },
  { route: 'GET /setup', prepare: at('/setup') },
  { route: 'GET /api', prepare: at('/api') },
  { route: 'GET /api/admin', prepare: at('/api/admin') },
  { route: 'GET /api/reference/[area]', prepare: at('/api/reference/account') },
  {
    route: 'GET /api/reference/[area]/[call]',
    prepare: () => paths.apiCall('admin-keys', published.paths['/admin/api/fuzzy-keys']?.get?.operationId ?? ''),
  },
  {
    route: 'GET /login',
    prepare: at('/login'),
    states: {
      'missing password': async (page) => {
        await button(page, 'Login').click();
        await page.getByText('Please enter your password.').waitFor();
      },
      'unverified user': async (page) => {
        await page.route('**/login/email', (route) =>
          route.fulfill({ status: 403, json: { error: 'verify', code: 'email_not_verified', request_id: 'a-b' } }),
        );
        await fillLogin(page);
        await button(page, 'Resend verification email').waitFor();
      },
      'reset mail sent': async (page) => {
        await page.route('**/forgot/email', (route) => route.fulfill({ json: { status: 'ok' } }));
        await button(page, 'Forgot your password?').click();
        await page.getByText('Password reset email sent!').waitFor();
      },
      'sign-up with a weak password': async (page) => {
        await page.getByRole('tab', { name: 'Sign Up' }).click();
        await page.getByLabel('Password', { exact: true }).fill('Half-way');
      },
    },
  },
  {
    route: 'GET /login',
    when: 'a code is needed',
    prepare: at('/login?step=code'),
    states: {
      'missing code': async (page) => {
        await button(page, 'Login').click();
        await page.getByText('Please enter the code.').waitFor();
      },
    },
  },
  { route: 'GET /verify-email', when: 'the link is void', prepare: at(VOID_LINK) },
  { route: 'GET /reset-password', prepare: at('/reset-password?email=a%40b.example&token=0123456789') },
  { route: 'GET /change-email', when: 'logged out', prepare: at('/change-email?token=0123456789') },
  {
    route: 'GET /change-email',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/change-email?token=0123456789';
    },
  },
  { route: 'GET /change-email/undo', prepare: at('/change-email/undo?token=0123456789') },
  { route: 'a page that does not exist', prepare: at('/no/such/page') },
  { route: 'GET /buy', prepare: at('/buy?micro=1&small=1') },
];

/** The provider's pages for users: consent, the device's code, and their errors. */
import * as client from 'openid-client';
import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { ARM_MS } from '#lib/oauth/consent/consent.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { createRelyingParty } from '../oauth/support/relying-party.ts';
import type { Screen } from './screen.ts';

const LONG_NAME = 'An-application-with-a-name-that-nobody-thought-about-for-long';
const REDIRECT_URI = 'https://app.test.example/callback';
const WITHOUT_PKCE = { response_type: 'code', redirect_uri: REDIRECT_URI };

type ClientFields = Parameters<typeof createClientRow>[1];

/** The URL of a request by a new client. */
async function requestOf(fields: ClientFields, query: Record<string, string>): Promise<string> {
  const { client: row } = await createClientRow(db(), { redirectUris: [REDIRECT_URI], ...fields });
  return `/oauth2/authorize?${new URLSearchParams({ ...WITHOUT_PKCE, client_id: row.id, ...query })}`;
}

/** Waits until the buttons accept a press. Until `ARM_MS` have passed, hydration may still dim them. */
async function armed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deny' }).waitFor();
  await page.waitForFunction(isPainted, ARM_MS + 100);
  await page.locator('.unarmed').waitFor({ state: 'detached' });
}

/** Runs in the page. True if its first paint is longer ago than `ms`. */
function isPainted(ms: number): boolean {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint !== undefined && performance.now() > paint.startTime + ms;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const headed = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function startDevice(scope = 'openid email'): Promise<string> {
  const { config } = await createRelyingParty('basic', {
    name: LONG_NAME,
    mayUseDeviceFlow: true,
    redirectUris: ['https://kiosk.example/cb'],
  });
  return (await client.initiateDeviceAuthorization(config, { scope })).user_code;
}

export const oauthScreens: readonly Screen[] = [
  {
    route: 'GET /oauth2/authorize',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return requestOf({ name: LONG_NAME }, { scope: 'openid email' });
    },
    ready: armed,
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the application may read the subscription',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      const scope = 'openid email profile subscription groups';
      return requestOf({ name: 'Acme Mail', mayReadSubscription: true }, { scope });
    },
    ready: armed,
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the application is unknown',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return requestOf({ name: 'Acme Mail', kind: 'registered' }, { scope: 'openid email' });
    },
    ready: armed,
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'nobody is logged in',
    prepare: () => requestOf({ name: 'Acme Mail' }, { scope: 'openid' }),
    states: {
      'an account is wanted': async (page) => {
        await page.goto(await requestOf({ name: 'Acme Mail' }, { scope: 'openid', prompt: 'create' }));
        await page.getByRole('link', { name: 'Create an account' }).waitFor();
      },
    },
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the login needs two factors',
    prepare: async ({ asSubscriber }) => {
      const { id } = await asSubscriber();
      await db().user.update({ where: { id }, data: { totpEnabledAt: new Date() } });
      return requestOf({ name: 'Acme Mail', requireTwoFactor: true }, { scope: 'openid email' });
    },
    states: {
      'nobody is logged in': async (page) => {
        await page.context().clearCookies();
        await page.goto(await requestOf({ name: 'Acme Mail', requireTwoFactor: true }, { scope: 'openid email' }));
        await page.getByRole('link', { name: 'Log In to Continue' }).waitFor();
      },
    },
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the account has no second factor',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return requestOf({ name: LONG_NAME, requireTwoFactor: true }, { scope: 'openid email' });
    },
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the request is invalid',
    prepare: () => '/oauth2/authorize?error=unsupported_response_type',
    states: { 'a logout is invalid': (page) => page.goto('/oauth2/authorize?error=invalid_logout') },
  },
  {
    route: 'GET /oauth2/authorize',
    when: 'the request has expired',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      const { client: row } = await createClientRow(db(), { name: LONG_NAME, redirectUris: [REDIRECT_URI] });
      return `/oauth2/authorize?client_id=${row.id}&interaction=none`;
    },
    states: {
      'the application is not known': (page) => page.goto('/oauth2/authorize?error=expired'),
      'it was answered': (page) => page.goto('/oauth2/authorize?error=answered'),
      'it is of another browser': (page) => page.goto('/oauth2/authorize?error=other_browser'),
      'a logout is invalid': (page) => page.goto('/oauth2/authorize?error=invalid_logout'),
    },
  },
  {
    route: 'GET /oauth2/device',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/oauth2/device';
    },
    states: {
      'a wrong code': async (page) => {
        await page.getByLabel('Code').fill('BCDF-GHJK');
        await press(page, 'Continue');
        await page.getByRole('alert').waitFor();
      },
      'the code of a link': async (page) => {
        await page.goto(`/oauth2/device?user_code=${await startDevice()}`);
      },
      'is it your device': async (page) => {
        await press(page, 'Continue');
        await headed(page, 'Is this your device?');
      },
      consent: async (page) => {
        await press(page, 'Continue');
        await armed(page);
      },
      connected: async (page) => {
        await press(page, 'Authorize');
        await headed(page, 'Device connected');
      },
      denied: async (page) => {
        await page.goto(`/oauth2/device?user_code=${await startDevice()}`);
        await press(page, 'Continue');
        await press(page, 'Deny');
        await headed(page, 'Access denied');
      },
    },
  },
];

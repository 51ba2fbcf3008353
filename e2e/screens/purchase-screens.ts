/** The pages that a browser shows after a purchase at the Stripe emulator. */
import { db } from '#lib/base/db/db.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { goToCheckout } from '../support/who-buys.ts';
import type { Screen } from './screen.ts';

export const purchaseScreens: readonly Screen[] = [
  {
    route: 'GET /start',
    when: 'a visitor asks',
    prepare: () => '/start?emails=12000',
    ready: (page) => page.getByText('Starter fits').waitFor(),
    states: {
      'the output of rspamc stat': async (page) => {
        await page.getByText('Or paste the output of').click();
        await page.getByLabel('Output of rspamc stat').fill('Messages scanned: 1284003\n');
        await page.getByLabel('Over how many days?').fill('30');
        await page.getByText('Scale fits').waitFor();
      },
      'more than a plan covers': async (page) => {
        await page.getByLabel('Emails a day').fill('2,000,000');
        await page.getByText('Enterprise fits').waitFor();
      },
      'a wrong number': async (page) => {
        await page.getByLabel('Emails a day').fill('many');
        await page.getByText('Please type a whole number').waitFor();
      },
    },
  },
  {
    route: 'GET /start',
    when: 'a member without a plan asks',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/start?emails=12000&platform=mailcow';
    },
    ready: (page) => page.getByRole('radio', { name: /^For a company/ }).waitFor(),
  },
  {
    route: 'GET /start',
    when: 'the plan is paid',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber();
      await goToCheckout(page, '/buy?small=1');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.waitForURL(/\/start/);
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
    ready: (page) => page.getByText('Your plan is active').waitFor(),
    states: {
      'the dashboard after it': async (page) => {
        await page.goto('/dashboard');
        await page.getByRole('heading', { name: 'Quick Setup' }).waitFor();
      },
    },
  },
  {
    route: 'GET /billing/return',
    when: 'the plan is not paid',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber();
      await goToCheckout(page, '/buy?small=1');
      await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
      const session = /cs_[A-Za-z0-9_]+/.exec(page.url())?.[0] ?? '';
      return `/billing/return?session_id=${session}`;
    },
    ready: (page) => page.getByText('The payment was not completed').waitFor(),
  },
  {
    route: 'GET /buy/details',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/buy/details?micro=1';
    },
    ready: (page) => page.getByRole('heading', { name: 'Before you pay' }).waitFor(),
    states: {
      'for a company': (page) => page.getByRole('radio', { name: /^For a company/ }).check(),
      'for myself': (page) => page.getByRole('radio', { name: /^For myself/ }).check(),
      refused: async (page) => {
        await page.goto('/buy/details?micro=1&error=invalid&kind=company&invoice_email=accounts');
        await page.getByText('Please enter a valid email address.').waitFor();
      },
    },
  },
  {
    route: 'GET /buy/choose',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber();
      await goToCheckout(page, '/buy?yearly=1');
      await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
      return '/buy/choose?micro=1';
    },
    ready: (page) => page.getByText('Which plan do you want?').waitFor(),
    states: {
      'the checkout could not be opened': async (page) => {
        await page.goto('/buy/choose?micro=1&error=unavailable');
        await page.getByText('The checkout could not be opened.').waitFor();
      },
    },
  },
  {
    route: 'GET /plan',
    when: 'the user has no plan',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/plan';
    },
    ready: (page) => page.getByText('You have no plan now.').waitFor(),
  },
  {
    route: 'GET /plan',
    when: 'the plan is managed by us',
    prepare: async ({ asSubscriber }) => {
      await createKeyRow(db(), { accountId: (await asSubscriber()).id });
      return '/plan';
    },
    ready: (page) => page.getByText('Your plan is managed by us').waitFor(),
  },
  {
    route: 'GET /plan',
    prepare: async ({ page, asSubscriber }) => {
      await asSubscriber();
      await goToCheckout(page, '/buy?small=1');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByText('Your plan is active').waitFor();
      return '/plan';
    },
    ready: (page) => page.getByText('This is your current plan.').waitFor(),
    states: {
      'more, paid now': async (page) => {
        await page.goto('/plan?plan=scale&quantity=2');
        await page.getByText('Charged when you confirm').waitFor();
      },
      'less, at the end of the period': async (page) => {
        await page.goto('/plan?plan=personal');
        await page.getByRole('button', { name: /^Change on/ }).waitFor();
      },
      'a scheduled change': async (page) => {
        await page.getByRole('button', { name: /^Change on/ }).click();
        await page.getByText(/^Your plan changes to Personal/).waitFor();
      },
      'the cancellation': async (page) => {
        await page.goto('/plan?cancel=1');
        await page.getByRole('button', { name: 'Confirm cancellation' }).waitFor();
      },
      cancelled: async (page) => {
        await page.getByRole('button', { name: 'Confirm cancellation' }).click();
        await page.getByRole('button', { name: 'Resume plan' }).waitFor();
      },
    },
  },
];

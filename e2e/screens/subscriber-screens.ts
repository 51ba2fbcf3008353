import { db } from '#lib/db.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { DAY } from '#lib/time.ts';
import { answerUsage, answerOf, report, subscribe } from '../usage/support.ts';
import { dialog, forAdmin, opens } from './admin.ts';
import type { Screen } from './screen.ts';

const inThirtyDays = () => new Date(Date.now() + 30 * DAY);

/** Creates three subscribers: one pays, one leaves, and one pays twice. Returns a word that their addresses contain. */
async function subscribers(): Promise<string> {
  const word = unique('shop');
  for (const name of ['pays', 'leaves', 'pays-twice']) {
    const { id } = await createUserRow(db(), { email: `${name}@${word}.example.com` });
    await subscribe(id, 3);
    if (name === 'leaves')
      await db().subscription.updateMany({ where: { userId: id }, data: { cancelAt: inThirtyDays() } });
    if (name === 'pays-twice') await createSubscriptionRow(db(), { userId: id, flags: ['second_subscription'] });
  }
  return word;
}

/** Subscribers as an admin and as they themselves see them. */
export const subscriberScreens: readonly Screen[] = [
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
      await createSubscriptionRow(db(), { userId: id, flags: ['second_subscription'] });
      await answerUsage(page, { json: answerOf({ aggregate: [] }) });
      return '/dashboard';
    },
  },
  {
    route: 'GET /dashboard',
    when: 'support has switched the key off',
    prepare: async ({ page, asSubscriber }) => {
      const { id } = await asSubscriber();
      const { id: subscriptionId } = await createSubscriptionRow(db(), { userId: id });
      await createKeyRow(db(), { userId: id, subscriptionId, deletedAt: new Date() });
      await answerUsage(page, { json: answerOf({ aggregate: [] }) });
      return '/dashboard';
    },
  },
];

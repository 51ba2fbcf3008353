import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { report, subscribe, usagePanel } from '../usage/support.ts';
import { dialog, forAdmin, opens } from './admin.ts';
import { escape, type Screen } from './screen.ts';

async function blockedUserWithKey() {
  const email = `${unique('screen')}@example.com`;
  const user = await createUserRow(db(), { email, blockedAt: new Date(), notes: 'note' });
  await createKeyRow(db(), { accountId: user.id, email });
  return user;
}

export const adminScreens: readonly Screen[] = [
  {
    route: 'GET /admin',
    prepare: forAdmin(async () => `/admin?search=${(await blockedUserWithKey()).id}`),
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
    states: {
      'selected users': (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
      filter: async (page) => {
        await page.getByRole('button', { name: 'Filter' }).click();
        await dialog(page).waitFor();
      },
      'values of a filter': async (page) => {
        await page.getByRole('button', { name: 'Subscription' }).click();
        await page.getByRole('button', { name: 'Live' }).waitFor();
      },
      create: opens('Create User'),
      'create with an existing key': async (page) => {
        await page.getByRole('switch', { name: 'Use an existing key' }).check();
        await page.getByRole('radio').first().waitFor();
      },
    },
  },
  {
    route: 'GET /admin',
    when: 'a user is open',
    prepare: forAdmin(async () => {
      const { id } = await blockedUserWithKey();
      return `/admin?search=${id}&user=${id}`;
    }),
    ready: (page) => page.getByRole('region', { name: 'Security' }).waitFor(),
    states: {
      edit: opens(/^Edit screen/),
      delete: opens(/^Delete screen/),
      'keyboard shortcuts': async (page) => {
        await escape(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
    },
  },
  {
    route: 'GET /admin/keys',
    prepare: forAdmin(async ({ storageServer }) => {
      const word = unique('screen');
      const key = await createKeyRow(db(), { description: `${word} cus_${'x'.repeat(30)}` });
      await createKeyRow(db(), { description: `${word} off`, suspendedAt: new Date() });
      await report(key.id, storageServer.id, 1, { checked: 300_000 });
      return `/admin/keys?search=${word}`;
    }),
    ready: (page) => page.getByText('Usage of 2 keys loaded').waitFor(),
    states: {
      edit: opens(/^Edit screen.* off/),
      assign: async (page) => {
        await opens(/^Assign screen.* off/)(page);
        await page.getByRole('radio').first().waitFor();
      },
      generate: opens('Generate Key'),
      usage: async (page) => {
        await opens(/^Usage screen.*xxx/)(page);
        await page.getByRole('dialog').getByText('300K').first().waitFor();
      },
    },
  },
  {
    route: 'GET /admin/audit',
    prepare: forAdmin(() => '/admin/audit'),
    ready: (page) => page.locator('tbody tr').first().waitFor(),
    states: {
      details: async (page) => {
        await page.getByRole('rowheader').last().getByRole('link').click();
        await dialog(page).waitFor();
      },
    },
  },
  { route: 'GET /admin/[...unknown]', prepare: forAdmin(() => '/admin/nope') },
  {
    route: 'GET /admin/jobs',
    prepare: forAdmin(() => '/admin/jobs'),
    ready: (page) => page.getByRole('table', { name: 'Queues' }).waitFor(),
  },
  {
    route: 'GET /admin/overview',
    prepare: forAdmin(async ({ storageServer }) => {
      const { id } = await createUserRow(db(), { email: `${unique('past-due')}@example.com` });
      const key = await subscribe(id);
      await db().subscription.updateMany({ where: { accountId: id }, data: { status: 'past_due' } });
      for (const hoursAgo of [2, 30]) await report(key, storageServer.id, hoursAgo, { checked: 300 * hoursAgo });
      return '/admin/overview?kind=past_due';
    }),
    ready: (page) => page.getByRole('list', { name: 'Entries' }).waitFor(),
    states: {
      'done or snooze': async (page) => {
        await page
          .getByRole('button', { name: /^Done or snooze/ })
          .first()
          .click();
        await page.getByRole('menu').waitFor();
      },
    },
  },
  { route: 'GET /admin/overview/movements', prepare: forAdmin(() => '/admin/overview/movements') },
  { route: 'GET /admin/billing', prepare: forAdmin(() => '/admin/billing') },
  {
    route: 'GET /admin/user/[userId]/usage',
    prepare: forAdmin(async ({ storageServer }) => {
      const user = await createUserRow(db());
      const key = await subscribe(user.id);
      for (const hoursAgo of [2, 3]) await report(key, storageServer.id, hoursAgo, { checked: 300 * hoursAgo });
      return `/admin/user/${user.id}/usage`;
    }),
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
  },
];

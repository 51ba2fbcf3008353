/** Screens with the longest names and the biggest numbers that can occur. */
import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createClientRow, createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { answerOf, answerUsage, usagePanel } from '../usage/support.ts';
import { dialog, forAdmin, opens } from './admin.ts';
import { escape, type Screen } from './screen.ts';

const EMAIL_LENGTH = 254;
const LONG_NAME =
  'Rechenzentrum der Verwaltungsgemeinschaft Oberes Donautal und Umgebung, Abteilung Elektronische Post'.slice(0, 100);
const MILLIONS = Array.from({ length: 24 }, (_, hour) => 12_345_678 + hour * 1_111_111);

function longestEmail(): string {
  const local = unique('post').padEnd(64, 'x');
  const domain = `${'verwaltungsgemeinschaft-'.repeat(2)}a.`.repeat(4);
  return `${local}@${domain}`.slice(0, EMAIL_LENGTH - '.example'.length).replace(/[.-]$/, 'x') + '.example';
}

/** Gives a user the longest address and a plan of 1,234 units. */
async function enlarge(id: string): Promise<string> {
  const email = longestEmail();
  await db().user.update({ where: { id }, data: { email } });
  const subscription = await createSubscriptionRow(db(), { accountId: id, quantity: 1234 });
  await createKeyRow(db(), { accountId: id, subscriptionId: subscription.id, quantity: 1234, email, rankId: 20 });
  return email;
}

export const longScreens: readonly Screen[] = [
  {
    route: 'GET /dashboard',
    when: 'long names and big numbers',
    prepare: async ({ page, asSubscriber }) => {
      await enlarge((await asSubscriber()).id);
      await answerUsage(page, { json: answerOf({ aggregate: MILLIONS }) });
      return '/dashboard';
    },
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
  },
  {
    route: 'GET /usage',
    when: 'long names and big numbers',
    prepare: async ({ page, asSubscriber }) => {
      await enlarge((await asSubscriber()).id);
      await answerUsage(page, { json: answerOf({ aggregate: MILLIONS }) });
      return '/usage';
    },
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
    states: {
      table: async (page) => {
        await usagePanel(page).getByRole('button', { name: 'Show as table' }).click();
        await usagePanel(page)
          .getByRole('region', { name: /as a table$/ })
          .waitFor();
      },
      menu: async (page) => {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      },
    },
  },
  {
    route: 'GET /account',
    when: 'long names',
    prepare: async ({ asSubscriber }) => {
      const { id } = await asSubscriber();
      const email = await enlarge(id);
      const token = { accountId: id, prefix: 'rpu_a1b2', tokenHash: crypto.getRandomValues(new Uint8Array(32)) };
      await db().usageToken.create({ data: { ...token, name: LONG_NAME.slice(0, 60) } });
      await recordAudit(processContext({ kind: 'system', job: 'screens' }), 'session.refused', id, { email });
      return '/account';
    },
    ready: (page) => page.getByRole('rowheader', { name: LONG_NAME.slice(0, 60) }).waitFor(),
  },
  {
    route: 'GET /admin',
    when: 'long names and big numbers',
    prepare: forAdmin(async () => {
      const { id } = await createUserRow(db(), { notes: LONG_NAME, dailyLimit: 12_345_678 });
      await enlarge(id);
      return `/admin?search=${id}`;
    }),
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
    states: {
      'a user is open': async (page) => {
        await page.getByRole('rowheader').first().getByRole('link').click();
        await page.getByRole('region', { name: 'Security' }).waitFor();
      },
      delete: opens(/^Delete post/),
      'save view': async (page) => {
        await escape(page);
        await page.getByRole('button', { name: 'Save view' }).click();
        await dialog(page).waitFor();
      },
    },
  },
  {
    route: 'GET /admin/keys',
    when: 'long names and big numbers',
    prepare: forAdmin(async () => {
      const description = `${unique('screen')} ${LONG_NAME}`;
      await createKeyRow(db(), { description, email: longestEmail(), quantity: 12_345 });
      return `/admin/keys?search=${description.split(' ')[0]}`;
    }),
    ready: (page) => page.getByText(LONG_NAME).first().waitFor(),
    states: { edit: opens(/^Edit screen/) },
  },
  {
    route: 'GET /admin/oauth2',
    when: 'long names',
    prepare: forAdmin(async () => {
      const name = `${unique('screen')} ${LONG_NAME}`.slice(0, 100);
      await createClientRow(db(), { name });
      return `/admin/oauth2?search=${encodeURIComponent(name)}`;
    }),
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
    states: { edit: opens(/^Edit screen/) },
  },
];

import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { report, subscribe, usagePanel } from '../usage/support.ts';
import type { Given, Screen } from './screen.ts';

/** Creates a subscriber with usage and a long email address. Returns the user id. */
async function customer({ storageServer }: Given): Promise<string> {
  const email = `${unique('a-rather-long-address-of-a-customer')}@mail.department.example.com`;
  const { id } = await createUserRow(db(), { email });
  const key = await subscribe(id);
  for (const hoursAgo of [2, 3]) await report(key, storageServer.id, hoursAgo, { checked: 300 * hoursAgo });
  return id;
}

/** Starts a customer view of an account as an admin. Returns the URL of one page of the view. */
const viewed =
  (page: string): Screen['prepare'] =>
  async (given) => {
    const admin = await given.asAdmin();
    const userId = await customer(given);
    const { id: sessionId } = await db().signInSession.findFirstOrThrow({ where: { userId: admin.id } });
    const expiresAt = new Date(Date.now() + 15 * MINUTE);
    const view = {
      accountId: userId,
      adminId: admin.id,
      sessionId,
      reason: 'Ticket 1234',
      startedAt: new Date(),
      expiresAt,
    };
    await db().customerView.create({ data: view });
    return `/admin/users/${userId}/view/${page}`;
  };

async function invited(given: Given): Promise<string> {
  await given.asAdmin();
  const userId = await customer(given);
  const email = (await db().user.findUniqueOrThrow({ where: { id: userId } })).email ?? '';
  const expiresAt = new Date(Date.now() + DAY);
  const tokenHash = crypto.getRandomValues(new Uint8Array(32));
  await db().oneTimeToken.create({ data: { purpose: 'invitation', userId, email, expiresAt, tokenHash } });
  const ctx = processContext({ kind: 'system', job: 'screens' });
  await recordAudit(ctx, 'user.invited', userId);
  await recordAudit(ctx, 'mail.sent', userId, { template: 'invited' });
  await recordAudit(ctx, 'user.updated', userId, { after: { dailyLimit: 5, country: 'DE' }, changed: ['notes'] });
  await recordAudit(ctx, 'session.refused', userId, { reason: 'credentials' });
  return `/admin/users/${userId}/timeline`;
}

/** An admin's pages about one user. */
export const userScreens: readonly Screen[] = [
  {
    route: 'GET /admin/users/[id]',
    prepare: async (given) => (await invited(given)).replace(/\/timeline$/, ''),
    ready: (page) => page.getByRole('region', { name: 'Security' }).waitFor(),
  },
  {
    route: 'GET /admin/users/[id]/timeline',
    prepare: invited,
    states: {
      revoke: async (page) => {
        await page.getByRole('button', { name: 'Revoke' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  },
  {
    route: 'GET /admin/users/[id]/view',
    prepare: async (given) => {
      await given.asAdmin();
      return `/admin/users/${await customer(given)}/view?ended=1`;
    },
    states: {
      'without a reason': async (page) => {
        await page.getByRole('button', { name: 'Start viewing' }).click();
        await page.getByText('Please enter a reason.').waitFor();
      },
    },
  },
  { route: 'GET /admin/users/[id]/view/[part]', when: 'the dashboard', prepare: viewed('dashboard') },
  {
    route: 'GET /admin/users/[id]/view/[part]',
    when: 'usage',
    prepare: viewed('usage'),
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
  },
  { route: 'GET /admin/users/[id]/view/[part]', when: 'the plan', prepare: viewed('plan') },
  { route: 'GET /admin/users/[id]/view/[part]', when: 'account', prepare: viewed('account') },
  {
    route: 'GET /admin',
    when: 'a user is invited',
    prepare: async (given) => {
      await given.asAdmin();
      return '/admin?search=nobody';
    },
    states: {
      invite: async (page) => {
        await page.getByRole('button', { name: 'Invite user' }).click();
        await page.getByRole('dialog', { name: 'Invite user' }).waitFor();
      },
    },
  },
];

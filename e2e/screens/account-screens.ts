import { expect, type Page } from '@playwright/test';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { DAY as DAY_MS } from '#lib/base/time.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { pseudonymOf } from '#lib/testing/sources.ts';
import { freshLoginDialog, makeLoginOld } from '../support/old-login.ts';
import { PASSWORD } from '../support/people.ts';
import { totpCode } from '../support/totp.ts';
import { answerOf, answerUsage, BROKEN, subscribe, usagePanel } from '../usage/support.ts';
import { escape, type Screen } from './screen.ts';

const DAY = Array.from({ length: 24 }, (_, hour) => (hour >= 6 && hour < 12 ? null : 100 + hour));
const host = (index: number, state: string) => ({
  ...{ name: `fuzzy${index}`, server: `fuzzy${index}.${'x'.repeat(60)}.example.net:11335`, state },
  ...{ checked: 0, hits: 0, errors: 0, undecrypted: 1234, rspamd: '4.1.6' },
});
const NOTHING_ARRIVES = {
  own_address: '2001:db8:1234:5678:9abc:def0:1234:5678',
  has_key: true,
  check: {
    address: '2001:db8:1234:5678:9abc:def0:1234:5678',
    scope: 'own',
    asked_at: '2026-11-24T08:30:00.000Z',
    open_until: '2026-11-24T08:31:00.000Z',
    is_open: false,
    hosts: [host(1, 'nothing'), host(2, 'wrong_key'), host(3, 'late')],
    verdict: { state: 'nothing', why: null, lists: [], hidden_lists: [] },
    keys: [],
  },
};

const servers = (page: Page) => page.getByRole('region', { name: 'Your servers' });

/** Makes 14 hosts that used a key in the last days. */
const usedByServers = (keyId: number) =>
  db().keySource.createMany({
    data: Array.from({ length: 14 }, (_, index) => ({
      keyId,
      source: pseudonymOf(`${keyId} ${index}`),
      network: pseudonymOf(`${keyId} n${index}`),
      secretId: '0123abcd',
      name: ['mx1', 'relay in Frankfurt'][index] ?? null,
      address: index % 3 ? `192.0.2.${index}` : '2001:db8:4f1:22:a:b:c:17',
      ...{ checked: 984_220 >> index, hits: 240_117 >> index, errors: index },
      firstSeenAt: new Date(Date.now() - 29 * 86_400_000),
      lastSeenAt: new Date(Date.now() - index * 3_600_000),
    })),
  });

export const accountScreens: readonly Screen[] = [
  {
    route: 'GET /join',
    prepare: async ({ asSubscriber }) => {
      const [{ email }, owner] = [await asSubscriber(), await createUserRow(db())];
      const token = randomToken();
      const data = { accountId: owner.id, email, role: 'technical', invitedBy: owner.id, tokenHash: sha256(token) };
      await db().invitation.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY_MS) } });
      return `/join?token=${token}`;
    },
    ready: (page) => page.getByRole('button', { name: /^Join / }).waitFor(),
  },
  {
    route: 'GET /join',
    when: 'the invitation is over',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/join?token=used';
    },
    ready: (page) => page.getByText('This invitation is over').waitFor(),
  },
  {
    route: 'GET /dashboard',
    prepare: async ({ page, asSubscriber }) => {
      await subscribe((await asSubscriber()).id);
      await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
      return '/dashboard';
    },
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
    states: {
      'rotate key': async (page) => {
        await page.getByRole('button', { name: 'Rotate key' }).click();
        await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor();
      },
    },
  },
  {
    route: 'GET /usage',
    prepare: async ({ page, asSubscriber }) => {
      await subscribe((await asSubscriber()).id);
      await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
      return '/usage';
    },
    ready: (page) => usagePanel(page).locator('.recharts-surface').waitFor(),
    states: {
      'a point of the chart': (page) => usagePanel(page).getByRole('slider').press('ArrowLeft'),
      compared: async (page) => {
        await page.getByRole('switch', { name: 'Compare with previous period' }).check();
        await usagePanel(page).getByRole('button', { name: 'Previous period' }).waitFor();
      },
      table: async (page) => {
        await usagePanel(page).getByRole('button', { name: 'Show as table' }).click();
        await usagePanel(page)
          .getByRole('region', { name: /as a table$/ })
          .waitFor();
      },
      'usage out of date': async (page) => {
        await answerUsage(page, BROKEN);
        await usagePanel(page).getByRole('button', { name: 'Refresh' }).click();
        await usagePanel(page).getByText('Usage could not be refreshed.').waitFor();
      },
    },
  },
  {
    route: 'GET /usage',
    when: 'the user has no plan',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/usage';
    },
    ready: (page) => page.getByText('No usage yet').waitFor(),
  },
  {
    route: 'GET /dashboard',
    when: 'the user has no plan',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/dashboard';
    },
    ready: (page) => page.getByText('Account status').first().waitFor(),
  },
  {
    route: 'GET /usage',
    when: 'servers use the key',
    prepare: async ({ page, asSubscriber }) => {
      const { id } = await asSubscriber();
      const keyId = await subscribe(id);
      await db().fuzzyKey.update({ where: { id: keyId }, data: { lastUsedAt: new Date() } });
      await usedByServers(keyId);
      await db().account.update({ where: { id }, data: { showsAddresses: true } });
      await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
      return '/usage';
    },
    ready: (page) => servers(page).getByRole('rowheader', { name: 'mx1' }).waitFor(),
    states: {
      'all servers': async (page) => {
        await servers(page)
          .getByRole('button', { name: /^Show all/ })
          .click();
        await expect(servers(page).getByRole('row')).toHaveCount(15);
      },
      'name a server': async (page) => {
        await servers(page).getByRole('button', { name: 'Rename mx1' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
  },
  {
    route: 'GET /account',
    prepare: async ({ asSubscriber }) => {
      const { id } = await asSubscriber();
      const passkey = { credentialId: crypto.randomUUID(), publicKey: Buffer.of(1), counter: 0, isBackedUp: false };
      await db().passkey.create({ data: { userId: id, name: 'M'.repeat(60), ...passkey } });
      return '/account';
    },
    ready: (page) => page.getByRole('rowheader', { name: 'M'.repeat(60) }).waitFor(),
    states: Object.fromEntries(
      ['Change email', 'Change Password', 'Add passkey', 'Create token', 'Delete account'].map((name) => [
        name,
        async (page) => {
          await escape(page);
          await page.getByRole('button', { name, exact: true }).click();
          await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
        },
      ]),
    ),
  },
  {
    route: 'GET /account',
    when: 'the plan is cancelled',
    prepare: async ({ asSubscriber }) => {
      const { id: userId } = await asSubscriber();
      await subscribe(userId);
      await db().subscription.updateMany({ where: { accountId: userId }, data: { cancelAt: new Date('2030-12-01') } });
      return '/account';
    },
    ready: (page) => page.getByText(/^Your Personal plan ends on 1 December 2030/).waitFor(),
  },
  {
    route: 'GET /account',
    when: 'two-factor login',
    prepare: async ({ asSubscriber }) => {
      await makeLoginOld((await asSubscriber()).id); // gives a password, which the set-up asks for
      return '/account';
    },
    ready: (page) => page.getByRole('button', { name: 'Set up', exact: true }).waitFor(),
    states: {
      'password first': async (page) => {
        await page.getByRole('button', { name: 'Set up', exact: true }).click();
        await freshLoginDialog(page).waitFor();
      },
      'QR code': async (page) => {
        await freshLoginDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
        await freshLoginDialog(page).locator('button[type=submit]').click();
        await page
          .getByRole('dialog')
          .getByRole('img', { name: /^QR code/ })
          .waitFor();
      },
      'missing code': async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('Please enter the code from your app.').waitFor();
      },
      'recovery codes': async (page) => {
        const setup = page.getByRole('dialog');
        const secret = (await setup.locator('code').first().textContent()) ?? '';
        await setup.getByLabel('6-digit code').fill(await totpCode(secret.replaceAll(' ', '')));
        await setup.getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
      },
      'recovery codes unsaved': async (page) => {
        await escape(page);
        await page.getByRole('alertdialog').waitFor();
      },
    },
  },
  {
    route: 'GET /setup',
    when: 'the user has a key',
    prepare: async ({ asSubscriber, storageServer: { id } }) => {
      await asSubscriber({ hasKey: true });
      await db().storageServer.update({ where: { id }, data: { lastSeenAt: new Date() } });
      return '/setup';
    },
    ready: (page) => page.getByRole('heading', { name: 'Your API key' }).waitFor(),
    states: {
      'another platform': async (page) => {
        await page.goto('/setup?platform=nixos&free_feed=off');
        await page.getByText('Disconnect NixOS').waitFor({ state: 'attached' });
      },
      'a check that waits': async (page) => {
        await page.getByRole('button', { name: /^Check/ }).click();
        await page.getByText('The hosts begin to watch within 10 seconds.').waitFor();
      },
      'a check with a verdict': async (page) => {
        await page.route('**/account/api/doctor', (route) => route.fulfill({ json: NOTHING_ARRIVES }));
        await page.reload();
        await page.getByText('Nothing arrived from this address in this minute.').waitFor();
      },
    },
  },
  {
    route: 'GET /billing/return',
    prepare: async ({ asSubscriber }) => {
      await asSubscriber();
      return '/billing/return?session_id=cs_test_unknown';
    },
  },
];

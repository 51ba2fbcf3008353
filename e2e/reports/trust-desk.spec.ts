/** From a customer's report to the proof of its removal, with a storage host that this file plays. */
import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { FiguresView, HostHashesView } from '#lib/hash-reports/views.ts';
import { StorageTasksView } from '#lib/storage/tasks/views.ts';
import { createPerson, expect, test, type Fixtures } from '../fixtures.ts';
import { expectAccessible } from '../support/browser/page.ts';
import { SESSION_COOKIE } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { serverName } from '../usage/support.ts';

const newDigest = () =>
  [...crypto.getRandomValues(new Uint8Array(64))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const reportOf = (page: Page, digest: string) =>
  page.getByRole('article').filter({ has: page.getByTitle(digest, { exact: true }) });
const rowOf = (page: Page, digest: string) =>
  page.getByRole('list', { name: 'Reports', exact: true }).getByRole('button', { name: digest.slice(0, 16) });
const decisions = (page: Page) => page.getByRole('list', { name: 'Last decisions' });

async function logIn(page: Page, person: { token: string }): Promise<void> {
  await page
    .context()
    .addCookies([{ name: SESSION_COOKIE, value: person.token, url: stack.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
}

/** A report that waits for a verdict. */
const createReport = (userId: string, digest: string) =>
  db().hashReport.create({
    data: { accountId: userId, digest, evidence: `digest: ${digest}`, note: 'Wanted', createdAt: new Date() },
  });

/** Steps through the queue until the report is open. */
async function openByKeyboard(page: Page, digest: string): Promise<void> {
  const row = rowOf(page, digest);
  await expect(row).toBeVisible();
  await expect(async () => {
    if ((await row.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('j');
    expect(await row.getAttribute('aria-expanded')).toBe('true');
  }).toPass();
}

/** Presses a key until it is taken: just after a report has come up, the desk ignores keys. */
async function press(
  page: Page,
  key: string,
  digest: string,
  isTaken: (within: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    const row = rowOf(page, digest);
    if ((await row.count()) && (await row.getAttribute('aria-expanded')) === 'true') await page.keyboard.press(key);
    await isTaken({ timeout: 1000 });
  }).toPass();
}

/** What the agent of a storage host asks and says. */
function hostOf(page: Page, { authorization }: Fixtures['storageServer']) {
  const headers = { authorization };
  const open = async (digest: string) => {
    const answer = await page.request.get('/api/storage/tasks', { headers });
    return StorageTasksView.parse(await answer.json()).questions.find((each) => each['digest'] === digest);
  };
  return {
    /** Says that the premium list has the hash. */
    async findsHash(digest: string): Promise<void> {
      await expect.poll(async () => (await open(digest)) !== undefined).toBe(true);
      const answer = {
        ...{ kind: 'hash', version: '4.1.6', flags: [{ flag: 8, value: 12 }] },
        since: Date.parse('2026-11-02T03:04:05Z') / 1000,
      };
      const answers = [{ id: (await open(digest))?.id, observed_at: new Date().toISOString(), answer }];
      expect((await page.request.post('/api/storage/answers', { headers, data: { answers } })).status()).toBe(200);
    },
    async hashes(): Promise<HostHashesView> {
      const answer = await page.request.get('/api/storage/hashes?version=0', { headers });
      return HostHashesView.parse(await answer.json());
    },
    async removed(digest: string, version: number): Promise<void> {
      const data = { version, removed: [{ digest, was_stored: true }] };
      expect((await page.request.post('/api/storage/hashes', { headers, data })).status()).toBe(200);
    },
  };
}

test('shows a customer where a hash is stored, a person removes it by keyboard, and each host is asked until it is gone', async ({
  page,
  elsewhere,
  asSubscriber,
  storageServer,
}) => {
  const [host, digest] = [hostOf(page, storageServer), newDigest()];
  await asSubscriber({ hasKey: true });
  await db().storageServer.update({ where: { id: storageServer.id }, data: { lastSeenAt: new Date() } });
  await page.goto('/reports');
  await page
    .getByLabel('What your Rspamd printed')
    .fill(`X-Rspamd-Fuzzy: ${digest} (rule=FUZZY_PLUS; flag=8; prob=1.00)`);
  await expect(page.getByText('premium list, from the header')).toBeVisible();
  await page.getByRole('button', { name: 'Look it up' }).click();
  await host.findsHash(digest);
  await expect(page.getByText(/^Stored on 1 of \d+ hosts?\.$/)).toBeVisible();
  const line = page
    .getByRole('list', { name: 'Storage hosts' })
    .getByRole('listitem')
    .filter({ hasText: await serverName(storageServer.id) });
  await expect(line).toContainText('2 November 2026');
  await expect(line).toContainText('FUZZY_PLUS_DENIED');
  await page.getByLabel('What kind of message was it?').fill('Invoices that customers asked for');
  await page.getByRole('button', { name: 'Report this hash' }).click();
  await expect(reportOf(page, digest)).toContainText('Waiting');
  await expectAccessible(page);

  await logIn(elsewhere, await createPerson({ isAdmin: true }));
  await elsewhere.goto('/admin/reports');
  await openByKeyboard(elsewhere, digest);
  await expect(elsewhere.getByRole('region', { name: 'Storage hosts' })).toContainText('FUZZY_PLUS_DENIED');
  await expectAccessible(elsewhere);
  await press(elsewhere, 'r', digest, (within) =>
    expect(decisions(elsewhere)).toContainText(digest.slice(0, 10), within),
  );
  await expect(rowOf(elsewhere, digest)).toBeHidden();

  await expect(reportOf(page, digest)).toContainText('Being removed', { timeout: 40_000 });
  for (const asked of [await host.hashes(), await host.hashes()]) expect(asked.remove).toContain(digest);
  const { refusals, version } = await host.hashes();
  const until = new Date((refusals.find(([refused]) => refused === digest)?.[1] ?? 0) * 1000);
  expect(until.getTime()).toBeGreaterThan(Date.now());
  // the hosts of other tests
  await db().hashRemoval.updateMany({
    where: { digest, serverId: { not: storageServer.id } },
    data: { removedAt: new Date(), wasStored: true },
  });
  await host.removed(digest, version);
  expect((await host.hashes()).remove).not.toContain(digest);
  await expect(reportOf(page, digest)).toContainText(/(\d+) of \1 hosts?, \d\d:\d\d:\d\d UTC/);
  await expect(reportOf(page, digest)).toContainText('Kept off the lists until');
  await expectAccessible(page);
});

test('asks the customer back by keyboard, gets an answer, and keeps the hash with a reason', async ({
  page,
  elsewhere,
  asSubscriber,
}) => {
  const digest = newDigest();
  const { id: userId } = await asSubscriber({ hasKey: true });
  await createReport(userId, digest);
  await logIn(elsewhere, await createPerson({ isAdmin: true }));
  await elsewhere.goto('/admin/reports');
  await openByKeyboard(elsewhere, digest);
  const question = elsewhere.getByLabel('What do you want to know?');
  await press(elsewhere, 'a', digest, (within) => expect(question).toBeFocused(within));
  await elsewhere.keyboard.type('Who sends it?');
  await elsewhere.keyboard.press('Control+Enter');
  await expect(decisions(elsewhere)).toContainText('Who sends it?');

  await page.goto('/reports');
  await reportOf(page, digest).getByLabel('Your answer').fill('Our bank');
  await reportOf(page, digest).getByRole('button', { name: 'Send answer' }).click();
  await expect(reportOf(page, digest)).toContainText('You answeredOur bank');

  await elsewhere.reload();
  await openByKeyboard(elsewhere, digest);
  await expect(elsewhere.getByRole('region', { name: 'Asked' })).toContainText('Our bank');
  const reason = elsewhere.getByLabel('Why is it kept?');
  await press(elsewhere, 'e', digest, (within) => expect(reason).toBeFocused(within));
  await elsewhere.keyboard.type('Many others marked it as spam');
  await elsewhere.keyboard.press('Control+Enter');
  await expect(decisions(elsewhere)).toContainText('is kept');
  await page.reload();
  await expect(reportOf(page, digest)).toContainText('Many others marked it as spam');
});

test('shows an admin what another one decided first', async ({ page, asAdmin }) => {
  const digest = newDigest();
  const { id } = await asAdmin();
  const { id: reportId } = await createReport(id, digest);
  await page.goto('/admin/reports');
  await openByKeyboard(page, digest);
  const data = { version: 1, verdict: 'keep', reason: 'A known campaign' };
  expect((await page.request.post(`/admin/api/reports/${reportId}/judge`, { data })).status()).toBe(200);
  await press(page, 'r', digest, (within) => expect(decisions(page)).toContainText('Another admin was first.', within));
  await expect(decisions(page)).toContainText('A known campaign');
  expect((await db().hashReport.findUniqueOrThrow({ where: { id: reportId } })).state).toBe('kept');
});

test('lifts a refusal with a reason', async ({ page, asAdmin }) => {
  const digest = newDigest();
  const { id } = await createReport((await asAdmin()).id, digest);
  await page.request.post(`/admin/api/reports/${id}/judge`, { data: { version: 1, verdict: 'remove' } });
  await page.goto(`/admin/reports?state=refusals&q=${digest.slice(0, 20)}`);
  await page.getByRole('button', { name: `Lift ${digest.slice(0, 10)}…` }).click();
  await page.getByRole('dialog').getByLabel('Why?').fill('Removed by mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
  await expect(page.getByRole('row').filter({ hasText: digest.slice(0, 16) })).toContainText('Lifted');
});

test('publishes the figures, also as JSON and as a CSV file', async ({ page, asSubscriber }) => {
  await createReport((await asSubscriber()).id, newDigest());
  await page.goto('/false-positives');
  await expect(page.getByRole('img', { name: /with reports, at most \d+ reports? a day$/ })).toBeVisible();
  const json = FiguresView.parse(await (await page.request.get('/api/report-figures')).json());
  expect(json.reports).toBeGreaterThan(0);
  expect(json.days).toHaveLength(90);
  const csv = await (await page.request.get('/api/report-figures?format=csv')).text();
  expect(csv.split('\r\n')[0]).toBe('date,reports,answered,median_seconds,removed');
  await page.getByRole('contentinfo').getByRole('link', { name: 'False positives' }).click();
  await expect(page).toHaveURL('/false-positives');
});

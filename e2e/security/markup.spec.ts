import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createClientRow, createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { createWalk } from '../oauth/support/walk.ts';
import { collectErrors } from '../support/browser/page.ts';

const mark = () => crypto.randomUUID().slice(0, 8);
/** A text that runs a script wherever a page inserts it unescaped: in an element, an attribute or a script. */
const attack = (name: string) =>
  `"'></title></textarea></script><img src=x onerror="window.hit='${name}'"><svg onload="window.hit='${name}'">` +
  `<a href="javascript:window.hit='${name}'">x</a>{{7*7}}`;
/** Elements that a successful attack would add to a page. */
const PLANTED = 'img[src=x], svg[onload], [onerror], a[href^="javascript:" i]';

/** Expects that the page shows the text, that nothing ran, and that no part of the text became an element. */
async function expectHarmless(page: Page, shows: string): Promise<void> {
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
  expect(await page.evaluate(() => (window as { hit?: string }).hit ?? 'nothing')).toBe('nothing');
  expect(await page.locator(PLANTED).count()).toBe(0);
}

test('shows user input as text on every admin screen (S40)', async ({ page, asAdmin }) => {
  const [problems, word] = [collectErrors(page), mark()];
  await asAdmin();
  const text = (name: string) => `${word} ${attack(name)}`;
  const email = `${word}@example.com`;
  const user = await createUserRow(db(), { email, notes: text('notes') });
  await createKeyRow(db(), { description: text('key'), accountId: user.id, email });
  await createClientRow(db(), { name: text('client') });
  const { server } = await createServerRow(db(), { description: text('server') });
  await db().auditEvent.create({
    data: {
      action: 'user.updated',
      actorKind: 'anonymous',
      targetId: user.id,
      ip: word,
      requestId: crypto.randomUUID(),
      data: { before: { notes: text('before') }, after: { notes: text('after') }, user_agent: text('agent') },
    },
  });
  for (const path of [
    `/admin/keys?search=${word}`,
    `/admin/oauth2?search=${word}`,
    '/admin/servers',
    `/admin/audit?ip=${word}`,
  ]) {
    await page.goto(path);
    await expectHarmless(page, word);
  }
  await page.goto(`/admin?search=${word}&user=${user.id}`);
  await expect(page.getByRole('dialog').getByText(text('notes'))).toBeVisible();
  await expectHarmless(page, word);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  await expect(page.getByLabel('Notes')).toHaveValue(text('notes'));
  await expectHarmless(page, word);
  await page.goto(`/admin/user/${user.id}/usage`);
  await expectHarmless(page, word);
  await db().storageServer.update({ where: { id: server.id }, data: { removedAt: new Date() } });
  expect(problems).toEqual([]);
});

test('shows the names of applications, passkeys and devices as text (S40)', async ({ page, asSubscriber }) => {
  const [problems, word] = [collectErrors(page), mark()];
  const person = await asSubscriber();
  const { client } = await createClientRow(db(), { name: `${word} ${attack('client')}` });
  await db().consent.create({ data: { userId: person.id, clientId: client.id, scopes: ['openid'] } });
  await db().signInSession.updateMany({ where: { userId: person.id }, data: { userAgent: attack('agent'), ip: word } });
  await db().passkey.create({
    data: {
      userId: person.id,
      credentialId: crypto.randomUUID(),
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      isBackedUp: false,
      name: `${word} ${attack('passkey')}`,
    },
  });
  await page.goto('/account');
  await expectHarmless(page, word);
  await expect(page.getByText(attack('passkey'))).toBeVisible();
  const { rp } = await createWalk('basic', { name: `${word} ${attack('consent')}` });
  await page.goto((await rp.request()).url.href);
  await expectHarmless(page, word);
  expect(problems).toEqual([]);
});

test('runs no script and inserts no element from a query string (S40)', async ({ page }) => {
  const problems = collectErrors(page);
  const text = encodeURIComponent(attack('address'));
  for (const path of [
    '/login?error=',
    '/login?return_url=',
    '/login?tab=',
    '/verify-email?token=0123456789&email=',
    '/reset-password?forgot=1&token=0123456789&email=',
    '/oauth2/authorize?error=',
    '/setup?system=',
    '/setup?platform=',
    '/setup?free_feed=',
    '/pricing?period=',
  ]) {
    await page.goto(`${path}${text}`);
    await expect(page.locator('main').first()).toBeVisible();
    expect(await page.evaluate(() => (window as { hit?: string }).hit ?? 'nothing'), path).toBe('nothing');
    expect(await page.locator(PLANTED).count(), path).toBe(0);
  }
  expect(problems).toEqual([]);
});

import type { BrowserContext } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { site } from '#lib/base/settings/site.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { cookieList } from '#lib/marketing/policies/cookies.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';

const DAY_SECONDS = inSeconds(DAY);
const named = (name: string) => `${site.slug}_${name}`;
/** Strips the `__Secure-` or `__Host-` prefix and the `.sig` suffix. */
const bareName = (name: string) => name.replace(/^__(Secure|Host)-/, '').replace(/\.sig$/, '');

test('lists every cookie with its purpose, and sets no cookie for longer than 30 days (S85)', async ({
  page,
  context,
}) => {
  await page.goto('/cookies');
  expect(await context.cookies(), 'a visitor gets no cookie').toEqual([]);
  for (const { name, purpose, lifetime } of cookieList) {
    const row = page.getByRole('row', { name });
    await expect(row.getByRole('rowheader')).toContainText(name);
    await expect(row).toContainText(purpose);
    await expect(row).toContainText(lifetime);
  }
  await expect(page.getByRole('main')).toContainText('Cookies are kept at most 30 days.');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expectListed(context, ['theme'].map(named));

  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(process.env.ADMIN_EMAIL ?? '');
  await page.getByLabel('Password', { exact: true }).fill(process.env.ADMIN_PASSWORD ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectListed(context, ['theme', 'session'].map(named));

  const { client } = await createClientRow(db(), { redirectUris: ['https://app.test.example/callback'] });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: 'https://app.test.example/callback',
    scope: 'openid',
  });
  await page.goto(`/oauth2/authorize?${query}`);
  await expectListed(context, ['theme', 'session', 'op_interaction', 'op_resume'].map(named));
  await db().oAuthClient.delete({ where: { id: client.id } });
});

/** Expects at least these cookies in the browser, no unlisted ones, and none that lives longer than 30 days. */
async function expectListed(context: BrowserContext, expected: string[]) {
  const held = await context.cookies();
  const names = held.map(({ name }) => bareName(name));
  expect(names).toEqual(expect.arrayContaining(expected));
  const listed = new Set(cookieList.map(({ name }) => name));
  expect(
    names.filter((name) => !listed.has(name)),
    'cookies that the policy does not name',
  ).toEqual([]);
  const latest = Date.now() / 1000 + 30 * DAY_SECONDS;
  expect(held.filter(({ expires }) => expires > latest).map(({ name }) => name)).toEqual([]);
}

/** Tests the consent page in a real browser, with openid-client as the client. */
import type { Page } from '@playwright/test';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test as base } from '../fixtures.ts';
import { collectErrors, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { startApplication } from './support/application.ts';
import { createRelyingParty } from './support/relying-party.ts';
import { claimsOf } from './support/walk.ts';

const PASSWORD = 'Consent-Horse-7-Battery';
const LONG_NAME = 'An-application-with-a-name-that-nobody-thought-about-for-long';
type Application = Awaited<ReturnType<typeof startApplication>>;

const test = base.extend<{ application: Application }>({
  application: async ({}, use) => {
    const application = await startApplication();
    await use(application);
    await application.stop();
  },
});

const createParty = (application: Application, auth?: 'basic' | 'post' | 'none', name = 'Mail Reports') =>
  createRelyingParty(auth, { name, redirectUris: [application.redirectUri] });

const authorizeButton = (page: Page) => page.getByRole('button', { name: 'Authorize', exact: true });

test('logs a visitor in and identifies them to a client once, despite a double click', async ({
  page,
  application,
}) => {
  const problems = collectErrors(page);
  const rp = await createParty(application);
  const email = `consent-${crypto.randomUUID()}@example.com`;
  const { id } = await createUserRow(db(), { email, passwordHash: await hashPassword(PASSWORD) });
  const request = await rp.request({ scope: 'openid email' });
  await page.goto(request.url.href);
  await expect(page.getByRole('heading', { name: 'Mail Reports' })).toBeVisible();
  await page.getByRole('link', { name: 'Log In to Continue' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await authorizeButton(page).dblclick();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(claimsOf(await rp.redeem(new URL(page.url()), request)).sub).toBe(id);
  expect(await db().auditEvent.count({ where: { action: 'consent.granted', targetId: id } })).toBe(1);
  expect(application.arrivals).toHaveLength(1);
  expect(application.arrivals[0]?.headers.referer ?? '', 'no referrer reveals our URL').not.toContain('oauth2');
  expect(problems).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('ignores a click within half a second after the page loads', async ({ page, application, asSubscriber }) => {
    const rp = await createParty(application);
    const { id } = await asSubscriber();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 }); // freezes the animation that blocks clicks
    await page.goto((await rp.request()).url.href);
    const box = await authorizeButton(page).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await expect(authorizeButton(page).click({ timeout: 5000 })).rejects.toThrow(/intercepts pointer events/);
    expect(await db().consent.count({ where: { userId: id } })).toBe(0);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await authorizeButton(page).click();
    await page.waitForURL(`${application.redirectUri}**`);
  });
});

test('rejects a consent form from another site and refuses to be framed (S67)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const rp = await createParty(application);
  const { id } = await asSubscriber();
  await page.goto((await rp.request()).url.href);
  await expect(authorizeButton(page)).toBeVisible();
  const { href, searchParams, origin } = new URL(page.url());
  const uid = searchParams.get('interaction') ?? '';
  application.show(`<iframe src="${href.replaceAll('&', '&amp;')}"></iframe>
    <form method="post" action="${origin}/oauth2/authorize/${uid}"><input name="decision" value="authorize">
    <input name="shown_at" value="0"><button>Win a prize</button></form>`);
  await page.goto(application.origin);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
  await page.getByRole('button', { name: 'Win a prize' }).click();
  await expect(page.getByText('This answer did not come from our page')).toBeVisible();
  expect(await db().consent.count({ where: { userId: id } })).toBe(0);
});

test('completes response_mode=form_post and a logout without a CSP violation (S36)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const rp = await createParty(application);
  const { id } = await asSubscriber();
  const request = await rp.request({ response_mode: 'form_post' });
  await page.goto(request.url.href);
  await authorizeButton(page).click();
  await page.waitForURL(application.redirectUri);
  const [arrival] = application.arrivals;
  expect(arrival?.method).toBe('POST');
  const answer = new URL(`${application.redirectUri}?${arrival?.body}`);
  expect((await rp.redeem(answer, request)).access_token).toBeTruthy();
  await page.goto('/oauth2/end_session');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/$/);
  expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);
  expect(problems).toEqual([]);
});

test('shows two buttons of equal size and fits phones and desktops', async ({ page, application, asSubscriber }) => {
  const rp = await createParty(application, 'none', LONG_NAME);
  const open = async () => page.goto((await rp.request({ scope: 'openid email profile' })).url.href);
  const atEachWidth = async (check: () => Promise<void>) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await check();
      await expectNoSidewaysScroll(page);
    }
  };
  await open();
  await atEachWidth(() => expect(page.getByRole('link', { name: 'Log In to Continue' })).toBeVisible());
  await asSubscriber();
  await open();
  await atEachWidth(async () => {
    const boxes = await Promise.all(
      ['Deny', 'Authorize'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
    );
    const [deny, authorize] = boxes.map((box) => [box?.width, box?.height]);
    expect(deny?.every((side) => side)).toBe(true);
    expect(deny).toEqual(authorize);
  });
});

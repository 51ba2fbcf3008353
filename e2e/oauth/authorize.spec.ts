/** The consent page in a real browser, with openid-client as the client. */
import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test as base } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { startApplication } from './support/application.ts';
import { createRelyingParty } from './support/relying-party.ts';
import { claimsOf } from './support/walk.ts';

const PASSWORD = 'Consent-Horse-7-Battery';
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

const createPerson = async () =>
  createUserRow(db(), {
    email: `consent-${crypto.randomUUID()}@example.com`,
    passwordHash: await hashPassword(PASSWORD),
  });

async function logIn(page: Page, email: string | null) {
  await page.getByLabel('Email', { exact: true }).fill(email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

const authorizeButton = (page: Page) => page.getByRole('button', { name: 'Authorize', exact: true });

test('logs a visitor in and identifies them to a confidential client (client_secret_basic)', async ({
  page,
  application,
}) => {
  const problems = collectErrors(page);
  const rp = await createParty(application);
  const user = await createPerson();
  const request = await rp.request({ scope: 'openid email' });
  await page.goto(request.url.href);
  await expect(page.getByRole('heading', { name: 'Mail Reports' })).toBeVisible();
  await page.getByRole('link', { name: 'Log In to Continue' }).click();
  await logIn(page, user.email);
  await expect(authorizeButton(page)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(new URL(application.origin).host);
  await expect(main).not.toContainText('/callback');
  await expect(main).toContainText('PKCE Protected');
  await expect(main.getByText('Public', { exact: true })).toHaveCount(0);
  await expect(main).toContainText('Verify your identity');
  await expect(main).toContainText('Access your email address');
  await expect(main).not.toContainText('Access your basic profile information');
  await expect(main).toContainText(user.email ?? '');
  await authorizeButton(page).click();
  await page.waitForURL(`${application.redirectUri}**`);
  const tokens = await rp.redeem(new URL(page.url()), request);
  expect(claimsOf(tokens).sub).toBe(user.id);
  expect(application.arrivals[0]?.headers.referer ?? '', 'no referrer reveals our URL').not.toContain('oauth2');
  expect(problems).toEqual([]);
});

test('remembers consent to a confidential client (client_secret_post), but asks again for a new scope (S68)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const rp = await createParty(application, 'post');
  const { id } = await asSubscriber();
  await page.goto((await rp.request({ scope: 'openid' })).url.href);
  await authorizeButton(page).click();
  await page.waitForURL(`${application.redirectUri}**`);
  const silent = await rp.request({ scope: 'openid' });
  await page.goto(silent.url.href);
  await page.waitForURL(`${application.redirectUri}**`);
  expect(claimsOf(await rp.redeem(new URL(page.url()), silent)).sub).toBe(id);
  for (const more of [{ scope: 'openid email' }, { scope: 'openid', prompt: 'consent' }]) {
    await page.goto((await rp.request(more)).url.href);
    await expect(authorizeButton(page)).toBeVisible();
  }
});

test('requires PKCE of a public client, marks it as public and asks for consent every time (S66, S68)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const rp = await createParty(application, 'none');
  const { id } = await asSubscriber();
  for (let time = 0; time < 2; time++) {
    const request = await rp.request();
    await page.goto(request.url.href);
    await expect(page.getByRole('main').getByText('Public', { exact: true })).toBeVisible();
    await authorizeButton(page).click();
    await page.waitForURL(`${application.redirectUri}**`);
    expect(claimsOf(await rp.redeem(new URL(page.url()), request)).sub).toBe(id);
  }
  await page.goto((await rp.request({}, { pkce: false })).url.href);
  await page.waitForURL(`${application.redirectUri}**`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_request');
});

test('shows the hints about authorizing before and after login', async ({ page, application, asSubscriber }) => {
  const rp = await createParty(application);
  const expectHints = async () => {
    await expect(page.getByText('Only authorize applications that you trust.')).toBeVisible();
    await expect(page.getByText('You can revoke access at any time from your dashboard.')).toBeVisible();
    await expect(page.getByText('The application does not get your password.')).toBeVisible();
  };
  await page.goto((await rp.request()).url.href);
  await expect(page.getByRole('link', { name: 'Log In to Continue' })).toBeVisible();
  await expectHints();
  await asSubscriber();
  await page.goto((await rp.request()).url.href);
  await expect(authorizeButton(page)).toBeVisible();
  await expectHints();
});

test('redirects with access_denied, the fixed description and the state after Deny', async ({
  page,
  application,
  asSubscriber,
}) => {
  const rp = await createRelyingParty('basic', { redirectUris: [`${application.redirectUri}?a=b`] });
  const { id } = await asSubscriber();
  const request = await rp.request();
  await page.goto(request.url.href);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    a: 'b',
    error: 'access_denied',
    error_description: 'The user denied the request',
    state: request.checks.expectedState,
  });
  const denials = await db().auditEvent.findMany({ where: { action: 'consent.denied', targetId: id } });
  expect(denials.map(({ data }) => data)).toEqual([{ client: rp.id }]);
});

test('disables both buttons while the decision is submitted', async ({ page, application, asSubscriber }) => {
  const rp = await createParty(application);
  await asSubscriber();
  await page.goto((await rp.request()).url.href);
  // Blocks the submission, because a navigation would replace the page before it is checked.
  await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()));
  await authorizeButton(page).click();
  await expect(page.getByRole('button', { name: 'Authorizing...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Deny' })).toBeDisabled();
});

test('grants consent once on a double click', async ({ page, application, asSubscriber }) => {
  const rp = await createParty(application);
  const { id } = await asSubscriber();
  await page.goto((await rp.request()).url.href);
  await authorizeButton(page).dblclick();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(await db().auditEvent.count({ where: { action: 'consent.granted', targetId: id } })).toBe(1);
  expect(application.arrivals).toHaveLength(1);
});

test('rejects a click within half a second after the window gets the focus', async ({
  page,
  application,
  asSubscriber,
}) => {
  const rp = await createParty(application);
  const { id } = await asSubscriber();
  await page.goto((await rp.request()).url.href);
  await authorizeButton(page).click({ trial: true });
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.querySelector<HTMLButtonElement>('button[value=authorize]')?.click();
  });
  await expect(page.getByText('That was very quick.')).toBeVisible();
  expect(await db().consent.count({ where: { userId: id } })).toBe(0);
  await authorizeButton(page).click();
  await page.waitForURL(`${application.redirectUri}**`);
});

test('asks for the password again with prompt=login', async ({ page, application }) => {
  const rp = await createParty(application);
  const user = await createPerson();
  await page.goto('/login');
  await logIn(page, user.email);
  await page.waitForURL('**/dashboard');
  const request = await rp.request({ prompt: 'login' });
  await page.goto(request.url.href);
  await expect(page.getByText('asks that you log in again')).toBeVisible();
  await page.getByRole('link', { name: 'Log In to Continue' }).click();
  await logIn(page, user.email);
  await authorizeButton(page).click();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(claimsOf(await rp.redeem(new URL(page.url()), request)).sub).toBe(user.id);
});

test('asks another user for their own consent after "Not you?" (S67)', async ({ page, application, asSubscriber }) => {
  const rp = await createParty(application);
  const first = await asSubscriber();
  const second = await createPerson();
  const request = await rp.request();
  await page.goto(request.url.href);
  await expect(page.getByRole('main')).toContainText(first.email);
  const old = page.url();
  await page.getByRole('link', { name: 'Not you?' }).click();
  await logIn(page, second.email);
  await expect(page.getByRole('main')).toContainText(second.email ?? '');
  await authorizeButton(page).click();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(claimsOf(await rp.redeem(new URL(page.url()), request)).sub).toBe(second.id);
  await page.goto(old);
  await expect(page.getByRole('heading', { name: 'Authorization Error' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('authorizes with plain links and forms', async ({ page, application }) => {
    const rp = await createParty(application);
    const user = await createPerson();
    const request = await rp.request();
    await page.goto(request.url.href);
    await page.getByRole('link', { name: 'Log In to Continue' }).click();
    await logIn(page, user.email);
    await authorizeButton(page).click();
    await page.waitForURL(`${application.redirectUri}**`);
    expect(claimsOf(await rp.redeem(new URL(page.url()), request)).sub).toBe(user.id);
  });

  test('ignores a click within half a second after the page loads', async ({ page, application, asSubscriber }) => {
    const rp = await createParty(application);
    const { id } = await asSubscriber();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 }); // freezes the animation that blocks clicks
    await page.goto((await rp.request()).url.href);
    const box = await authorizeButton(page).boundingBox();
    const click = () => page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await click();
    await expect(authorizeButton(page).click({ timeout: 1000 })).rejects.toThrow(/intercepts pointer events/);
    expect(await db().consent.count({ where: { userId: id } })).toBe(0);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await authorizeButton(page).click();
    await page.waitForURL(`${application.redirectUri}**`);
  });

  test('redirects from the login straight to a client with remembered consent', async ({ page, application }) => {
    const rp = await createParty(application);
    const user = await createPerson();
    await db().consent.create({ data: { userId: user.id, clientId: rp.id, scopes: ['openid'] } });
    await page.goto((await rp.request()).url.href);
    await page.getByRole('link', { name: 'Log In to Continue' }).click();
    await logIn(page, user.email);
    await page.waitForURL(`${application.redirectUri}**`);
    expect(new URL(page.url()).searchParams.get('code')).toBeTruthy();
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
  expect(frame?.url()).toMatch(/^chrome-error:/);
  await page.getByRole('button', { name: 'Win a prize' }).click();
  await expect(page.getByText('Authorization failed. Please try again.')).toBeVisible();
  expect(await db().consent.count({ where: { userId: id } })).toBe(0);
});

test('posts the answer for response_mode=form_post without a CSP violation (S36)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const rp = await createParty(application);
  await asSubscriber();
  const request = await rp.request({ response_mode: 'form_post' });
  await page.goto(request.url.href);
  await authorizeButton(page).click();
  await page.waitForURL(application.redirectUri);
  const [arrival] = application.arrivals;
  expect(arrival?.method).toBe('POST');
  const answer = new URL(`${application.redirectUri}?${arrival?.body}`);
  expect((await rp.redeem(answer, request)).access_token).toBeTruthy();
  expect(problems).toEqual([]);
});

test('asks before an RP-initiated logout, unless already logged out', async ({ page, asSubscriber }) => {
  const problems = collectErrors(page);
  const { id } = await asSubscriber();
  await page.goto('/oauth2/end_session');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/$/);
  expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);
  await page.goto('/oauth2/end_session');
  await page.waitForURL(/\/$/);
  expect(problems).toEqual([]);
});

for (const appearance of APPEARANCES)
  test(`shows two buttons of equal size, fits the width and passes axe (${appearance.name})`, async ({
    page,
    application,
    asSubscriber,
  }) => {
    const name = 'An-application-with-a-name-that-nobody-thought-about-for-long';
    const rp = await createParty(application, 'none', name);
    await emulate(page, appearance);
    await page.goto((await rp.request({ scope: 'openid email profile' })).url.href);
    await expect(page.getByRole('link', { name: 'Log In to Continue' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await asSubscriber();
    await page.goto((await rp.request({ scope: 'openid email profile' })).url.href);
    const [deny, allow] = [page.getByRole('button', { name: 'Deny' }), authorizeButton(page)];
    await allow.click({ trial: true }); // waits until the button accepts clicks, after half a second
    const [denyBox, allowBox] = [await deny.boundingBox(), await allow.boundingBox()];
    expect([denyBox?.width, denyBox?.height]).toEqual([allowBox?.width, allowBox?.height]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto('/oauth2/authorize?error=unsupported_response_type');
    await expect(page.getByText("Unsupported response type. Only 'code' is supported.")).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Return to Home']);
    await expectAccessible(page);
  });

import type { BrowserContext, Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { createRelyingParty } from '../oauth/support/relying-party.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { servedCalls, servedRoutes } from '../support/routes.ts';

/** Every page of the access matrix. */
const PATHS = servedRoutes()
  .filter((route) => !servedCalls().includes(route))
  .map((route) => ({ path: ACCESS[route]?.path ?? route.replace('GET ', ''), expect: ACCESS[route]?.expect }));
/** Pages that every caller gets, and further states of these. */
const PUBLIC = [
  ...PATHS.filter(({ expect }) => expect?.anonymous === 200).map(({ path }) => path),
  ...['/login?tab=signup', '/login?step=code', '/login?error=unauthenticated', '/oauth2/authorize?error=failed'],
  ...['/reset-password?email=a%40b.example&token=0123456789ab&forgot=1', '/buy?micro=1&small=1', '/no/such/page'],
];
/** Pages that `ofAnAdmin` lists with something to show. */
const LISTED = /^\/admin(\/keys|\/oauth2|\/user\/.*)?$/;
/** Pages that redirect visitors to the login. An admin sees all that a subscriber sees on them, and more. */
const PRIVATE = PATHS.filter(({ path, expect }) => expect?.anonymous !== 200 && !LISTED.test(path)).map(
  ({ path }) => path,
);
/** Elements that open a dialog, a menu or a sheet. */
const OPENERS = '[aria-haspopup=dialog], [aria-haspopup=menu], [data-dialog]';
const DIALOGS = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

test('causes no CSP violation for a visitor on any screen or in any dialog (S36)', async ({ page, context }) => {
  const violations = await hearViolations(context);
  const opened = new Set<string>();
  for (const address of [...PUBLIC, await consentPage()]) await openEverything(page, address, opened);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', '/pricing', '/setup']) await openEverything(page, address, opened);
  expect(opened.size, 'number of dialogs opened').toBeGreaterThan(6);
  expect(violations()).toEqual([]);
});

test('causes no CSP violation for an admin with a key on any screen or in any dialog (S36)', async ({
  page,
  context,
  asSubscriber,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const violations = await hearViolations(context);
  const { id, email } = await asSubscriber({ isAdmin: true, hasKey: true });
  const opened = new Set<string>();
  for (const address of ['/', '/pricing', '/setup', ...PRIVATE, ...(await ofAnAdmin(id, email)), await consentPage()])
    await openEverything(page, address, opened);
  expect(opened.size, 'number of dialogs opened').toBeGreaterThan(12);
  expect(violations()).toEqual([]);
});

test('detects a CSP violation (S36)', async ({ page, context }) => {
  const violations = await hearViolations(context);
  await page.goto('/pricing');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.text = 'document.title = "not ours"';
    document.body.append(script);
  });
  await expect.poll(violations).toEqual(['/pricing: script-src-elem inline']);
});

/** The URL of a client's authorization request. */
const consentPage = async () => (await (await createRelyingParty('basic')).request()).url.href;

/** Admin pages that show this user and an OAuth client, so that there are rows with actions. */
async function ofAnAdmin(userId: string, email: string): Promise<string[]> {
  const { client } = await createClientRow(db(), { name: `App ${crypto.randomUUID().slice(0, 8)}` });
  const search = encodeURIComponent(email);
  return [
    `/admin?search=${search}`,
    `/admin?user=${userId}`,
    `/admin/keys?search=${search}`,
    `/admin/oauth2?search=${encodeURIComponent(client.name)}`,
    `/admin/user/${userId}/usage`,
  ];
}

/** Collects the CSP violations of every page from the moment it starts to load, without duplicates. */
async function hearViolations(context: BrowserContext): Promise<() => string[]> {
  const found = new Set<string>();
  await context.exposeFunction('tellViolation', (text: string) => void found.add(text));
  await context.addInitScript(() => {
    const { tellViolation } = globalThis as unknown as { tellViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      tellViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI}`),
    );
  });
  return () => [...found];
}

/** Opens a page and one dialog of each kind on it. Dialogs of header and footer are opened on one page only. */
async function openEverything(page: Page, address: string, seen: Set<string>): Promise<void> {
  await page.goto(address);
  const dialogs = page.locator(DIALOGS);
  const isOpen = await dialogs.count(); // a sheet may already be open, and blocks what is behind it
  const openers = (isOpen ? dialogs.last() : page).locator(OPENERS).filter({ visible: true });
  for (const opener of await openers.all()) {
    const { kind, canOpen } = await opener.evaluate(describeOpener);
    if (!canOpen || seen.has(kind)) continue;
    seen.add(kind);
    await opener.click();
    await expect(dialogs, kind).toHaveCount(isOpen + 1);
    await page.keyboard.press('Escape');
    await expect(dialogs, kind).toHaveCount(isOpen);
  }
}

/** Runs in the page. A link to the current page opens nothing. */
function describeOpener(opener: Element): { kind: string; canOpen: boolean } {
  const isHere = opener instanceof HTMLAnchorElement && opener.pathname === location.pathname;
  const text = opener.textContent || opener.getAttribute('aria-label') || '';
  const place = opener.closest('main, [role=dialog]') ? location.pathname : 'every page';
  return { kind: `${place}: ${text.replace(/ (for|of) .*/, '')}`, canOpen: !isHere && !opener.matches(':disabled') };
}

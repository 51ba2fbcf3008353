import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';

/** Elements that open a dialog, a menu or a sheet. */
const OPENERS = '[aria-haspopup=dialog], [aria-haspopup=menu], [data-dialog]';
const DIALOGS = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

// Every test with a page fails on a CSP violation (e2e/fixtures.ts). The tests here open every dialog, because
// other tests open only some.
test('opens every dialog of a visitor without a CSP violation (S36)', async ({ page }) => {
  const opened = new Set<string>();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const address of ['/', '/pricing', '/setup', '/login', '/api']) await openEverything(page, address, opened);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', '/pricing']) await openEverything(page, address, opened);
  expect(opened.size, 'number of dialogs opened').toBeGreaterThan(6);
});

test('opens every dialog of an admin with a key without a CSP violation (S36)', async ({ page, asSubscriber }) => {
  const opened = new Set<string>();
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id, email } = await asSubscriber({ isAdmin: true, hasKey: true });
  const { client } = await createClientRow(db(), { name: `App ${crypto.randomUUID().slice(0, 8)}` });
  for (const address of [
    ...[
      '/dashboard',
      '/account',
      '/setup',
      '/admin/servers',
      '/admin/audit',
      '/admin/jobs',
      '/admin/testimonials',
      '/admin/billing',
      '/admin/overview',
    ],
    ...['', '/keys'].map((list) => `/admin${list}?search=${encodeURIComponent(email)}`),
    ...[`/admin?user=${id}`, `/admin/oauth2?search=${encodeURIComponent(client.name)}`, `/admin/user/${id}/usage`],
  ])
    await openEverything(page, address, opened);
  expect(opened.size, 'number of dialogs opened').toBeGreaterThan(12);
});

test('detects a CSP violation (S36)', async ({ page, violations }) => {
  await page.goto('/pricing');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.text = 'document.title = "not ours"';
    document.body.append(script);
  });
  await expect.poll(() => violations).toEqual([expect.stringMatching(/inline script .*Content Security Policy/)]);
  violations.length = 0;
});

/** Opens a page and one dialog of each kind on it. Dialogs of header and footer are opened on one page only. */
async function openEverything(page: Page, address: string, seen: Set<string>): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0); // lists bring more openers
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

/** Runs in the page. `canOpen` is false for a link to the current page and for a disabled opener. */
function describeOpener(opener: Element): { kind: string; canOpen: boolean } {
  const isHere = opener instanceof HTMLAnchorElement && opener.pathname === location.pathname;
  const text = opener.textContent || opener.getAttribute('aria-label') || '';
  const place = opener.closest('main, [role=dialog]') ? location.pathname : 'every page';
  return { kind: `${place}: ${text.replace(/ (for|of) .*/, '')}`, canOpen: !isHere && !opener.matches(':disabled') };
}

import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { headline } from '#lib/marketing/texts.ts';
import config from '../../playwright.config.ts';
import { expect, test } from '../fixtures.ts';

// Playwright disables the back/forward cache, which real browsers have.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

const LOGIN = /\/login\?return_url=/;
/** Pages with private data, in the order of the visit. An admin with a key sees all of them. */
const PAGES = [
  { path: '/dashboard', shows: 'key', leadsTo: LOGIN },
  { path: '/account', shows: 'email', leadsTo: LOGIN },
  { path: '/setup', shows: 'key', leadsTo: /\/setup$/ },
  { path: '/admin', shows: 'email', leadsTo: LOGIN },
  { path: '/admin/keys', shows: 'email', leadsTo: LOGIN },
] as const;

test('shows no private data on Back or Forward after logout, and keeps none in the browser (S43)', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber({ isAdmin: true, hasKey: true });
  const { publicKey } = await db().fuzzyKey.findFirstOrThrow({ where: { accountId: person.id } });
  const secret = { key: publicKey, email: person.email, token: person.token };
  const visible = { ...secret, key: publicKey.slice(0, 12) };
  const restored = watchRestoring(page);

  for (const { path, shows } of PAGES) {
    await page.goto(path.startsWith('/admin') ? `${path}?search=${encodeURIComponent(person.email)}` : path);
    await expect(page.getByText(visible[shows]).filter({ visible: true }).first(), path).toBeVisible();
    expect(holds(await keptInBrowser(page), secret), `kept while logged in at ${path}`).toEqual([]);
  }
  await page.getByRole('link', { name: 'Logout' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/$/);

  for (const { path, leadsTo } of PAGES.toReversed()) {
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(leadsTo);
    expect(holds(await contentOf(page), visible), `after Back to ${path}`).toEqual([]);
    expect(holds(restored.join('\n'), visible), `while ${path} was restored`).toEqual([]);
    expect(holds(await keptInBrowser(page), secret), `kept after logout at ${path}`).toEqual([]);
  }
  for (const { path } of [...PAGES.slice(1), { path: '/' }]) {
    await page.goForward({ waitUntil: 'commit' });
    expect(holds(await contentOf(page), visible), `after Forward to ${path}`).toEqual([]);
  }
  await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
});

/** Collects the text of each page at the moment it is restored from the back/forward cache. */
function watchRestoring(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => message.text().startsWith('restored:') && seen.push(message.text()));
  void page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) console.log(`restored:${document.body.innerText}`);
    });
  });
  return seen;
}

/** Reads from the page. Repeats the read if the page reloads at that moment. */
async function readFrom(read: () => Promise<string>): Promise<string> {
  let text = '';
  await expect(async () => void (text = await read())).toPass({ intervals: [20] });
  return text;
}

/** The page's HTML. */
const contentOf = (page: Page) => readFrom(() => page.content());

/** Everything that the site's scripts have stored in the browser, as JSON. */
const keptInBrowser = (page: Page) => readFrom(() => page.evaluate(readStorage));

/** Runs in the page. */
async function readStorage(): Promise<string> {
  const cached = await Promise.all(
    (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
  );
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  const stored = [localStorage, sessionStorage].map((store) => Object.entries(store));
  return JSON.stringify([cached, databases, stored, document.cookie, window.name, history.state]);
}

const holds = (text: string, secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

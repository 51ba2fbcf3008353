/**
 * `npm run screenshots -- all [PART…]`: takes pictures of every screen and each of its states at three widths in both themes,
 * into screenshots/all. Has no tests in other runs. A state that a width does not have, such as the phone’s menu, gives
 * no picture. A PART is in the names of the screens to take, such as `admin`.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, test, type Fixtures } from '../fixtures.ts';
import { emulate } from '../support/browser/page.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const { SCREENSHOTS: folder, SCREENSHOTS_OF: parts = '' } = process.env;
const WIDTHS = folder ? [360, 768, 1440] : [];
const SCREENS = screens.filter((screen) => parts.split(',').some((part) => nameOf(screen).includes(part)));
const STATE_PATIENCE = 5000;

test.describe.configure({ mode: 'parallel' });

for (const width of WIDTHS)
  for (const screen of SCREENS)
    test(`pictures at ${width} px: ${nameOf(screen)}`, async ({ page, asSubscriber, asAdmin, storageServer }) => {
      await take(screen, width, { page, asSubscriber, asAdmin, storageServer });
    });

async function take(
  screen: Screen,
  width: number,
  given: Pick<Fixtures, 'asSubscriber' | 'asAdmin' | 'storageServer'> & { page: Page },
) {
  const { page } = given;
  await page.route('**/*.css', useFontsAtOnce);
  await emulate(page, { width, theme: 'light', name: '' });
  await page.goto(await screen.prepare(given));
  await screen.ready?.(page);
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await save(page, nameOf(screen), width);
  page.setDefaultTimeout(STATE_PATIENCE);
  for (const [state, reach] of Object.entries(screen.states ?? {})) {
    const isReached = await reach(page).then(
      () => true,
      () => false,
    );
    if (isReached) await save(page, `${nameOf(screen)}-${state}`, width);
    else console.log(`Not reached at ${width} px: ${nameOf(screen)}, ${state}`);
  }
}

/** Waits for the fonts instead of falling back on a slow first visit, as `font-display: optional` would. */
async function useFontsAtOnce(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
  await route.fulfill({ response, body });
}

/** The whole page, or the window if a dialog or menu is open, because a taller window would move it. */
async function save(page: Page, name: string, width: number): Promise<void> {
  await page.addStyleTag({ content: '.deferred { content-visibility: visible !important }' });
  const isLayerOpen = (await page.locator(LAYERS).filter({ visible: true }).count()) > 0;
  if (!isLayerOpen) await page.evaluate(() => window.scrollTo(0, 0));
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(untilPainted);
    const file = path.join(folderOf(), `${slug(name)}-${width}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: !isLayerOpen });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

/** Runs in the page. Waits for fonts and for changes of colour. */
async function untilPainted(): Promise<void> {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

function folderOf(): string {
  if (!folder) throw new Error('SCREENSHOTS names no folder.');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function nameOf({ route, when }: Screen): string {
  const page = route.replace('GET /', '') || 'home';
  return when ? `${page}, ${when}` : page;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

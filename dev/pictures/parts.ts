/** Pictures of parts that need no running copy: every story of the components in all looks, and every email. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { execa } from 'execa';
import { rendered, SAMPLES } from '#emails/samples.ts';
import { root } from '../stack/folders.ts';

export const WIDTHS = [360, 768, 1440];
export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
/** The width of an email on a phone, and in a window that shows its full width. */
const MAIL_WIDTHS = [360, 640];
const PAGES = 4;
const ORIGIN = 'http://stories.localhost';

type Story = { id: string; title: string; name: string };

/** Builds the stories and takes those whose title or name contains `part`, into `folder`. */
export async function takeStories(browser: Browser, folder: string, part: string): Promise<void> {
  const built = mkdtempSync(path.join(tmpdir(), 'stories-'));
  await execa('storybook', ['build', '-o', built, '--quiet'], { cwd: root, preferLocal: true });
  const { entries } = JSON.parse(readFileSync(path.join(built, 'index.json'), 'utf8')) as {
    entries: Record<string, Story>;
  };
  const stories = Object.values(entries).filter(({ title, name }) => `${title}, ${name}`.includes(part));
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ path: path.join(built, new URL(route.request().url()).pathname) }),
  );
  await Promise.all(
    Array.from({ length: PAGES }, async () => {
      const page = await context.newPage();
      for (let story = stories.shift(); story; story = stories.shift()) await takeStory(page, story, folder);
    }),
  );
  await context.close();
  rmSync(built, { recursive: true });
}

/** Takes every email whose name contains `part`, into `folder`. */
export async function takeMails(browser: Browser, folder: string, part: string): Promise<void> {
  const page = await browser.newPage();
  for (const [group, mails] of Object.entries(SAMPLES))
    for (const [name, parts] of Object.entries(mails).filter(([each]) => each.includes(part))) {
      await page.setContent(rendered(parts).html);
      for (const width of MAIL_WIDTHS) await save(page, path.join(folder, `${group}-${name}`), width);
    }
  await page.close();
}

async function takeStory(page: Page, { id }: Story, folder: string): Promise<void> {
  for (const theme of THEMES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${ORIGIN}/iframe.html?id=${id}&viewMode=story&globals=theme:${theme}`);
    await page.locator('#storybook-root > *').first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    for (const width of WIDTHS) await save(page, path.join(folder, id), width, [theme]);
  }
}

async function save(page: Page, name: string, width: number, themes: readonly Theme[] = THEMES) {
  await page.setViewportSize({ width, height: 700 });
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const file = `${name}-${width}-${colorScheme}.png`;
    mkdirSync(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file, fullPage: true });
  }
}

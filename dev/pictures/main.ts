/**
 * `npm run screenshots -- [--as admin|EMAIL] PATH…`: takes screenshots of the running copy (`npm start`) at three
 * widths in both themes, into screenshots/. Logs in with the admin's or the sample users' password.
 *
 * `npm run screenshots -- all [PART…]`: every screen, or those whose path contains a PART, with its states (empty, full,
 * failing), into screenshots/all. Starts a copy, as browser tests do.
 *
 * `npm run screenshots -- stories [PART]`: the components in all their states, into screenshots/stories.
 * `npm run screenshots -- mails [PART]`: every email, into screenshots/mails.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { execa } from 'execa';
import { tmpdir } from 'node:os';
import { rendered, SAMPLES } from '#emails/samples.ts';
import { dataDirectory, root } from '../stack/folders.ts';
import { readRuntime } from '../stack/runtime.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { provideChromium } from '../tests/chromium.ts';

/** Pictures of parts that need no running copy: every story of the components in all looks, and every email. */
const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
/** The width of an email on a phone, and in a window that shows its full width. */
const MAIL_WIDTHS = [360, 640];
const PAGES = 4;
const ORIGIN = 'http://stories.localhost';

type Story = { id: string; title: string; name: string };

/** Builds the stories and takes those whose title or name contains `part`, into `folder`. */
async function takeStories(browser: Browser, folder: string, part: string): Promise<void> {
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
async function takeMails(browser: Browser, folder: string, part: string): Promise<void> {
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

const { values, positionals } = parseArgs({ allowPositionals: true, options: { as: { type: 'string' } } });
const pages = positionals.length ? positionals : ['/'];

if (positionals[0] === 'all') {
  const all = path.join(root, 'screenshots', 'all');
  const { exitCode } = await execa(process.execPath, ['dev/test.ts', 'browser', 'e2e/screens/screenshots.spec.ts'], {
    cwd: root,
    env: { SCREENSHOTS: all, SCREENSHOTS_OF: positionals.slice(1).join(',') },
    stdio: 'inherit',
    reject: false,
  });
  console.log(`The pictures are in ${path.relative(root, all)}.`);
  process.exit(exitCode);
}

const [kind = '', part = ''] = positionals;
if (kind === 'stories' || kind === 'mails') {
  const folder = path.join(root, 'screenshots', kind);
  const launched = await launch();
  await (kind === 'stories' ? takeStories : takeMails)(launched, folder, part);
  await launched.close();
  console.log(`The pictures are in ${path.relative(root, folder)}.`);
  process.exit();
}

const dataDir = dataDirectory(process.env);
const runtime = readRuntime(dataDir);
if (!runtime) throw new Error('No copy is running here. Start one with `npm start`.');
const folder = path.join(root, 'screenshots');
mkdirSync(folder, { recursive: true });

const browser = await launch();
const state = values.as ? await signedIn(values.as) : undefined;
for (const colorScheme of THEMES) {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  });
  for (const width of WIDTHS) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    for (const address of pages) {
      await page.goto(new URL(address, runtime.appUrl).href, { waitUntil: 'networkidle' });
      const name = `${address.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, name), fullPage: true });
      console.log(path.join('screenshots', name));
    }
    await page.close();
  }
  await context.close();
}
await browser.close();

async function launch() {
  const executablePath = await provideChromium();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
}

/** Logs in through the endpoint and returns the browser's cookies. */
async function signedIn(who: string) {
  const secrets = loadSecrets(dataDir);
  const isAdmin = who === 'admin';
  const context = await browser.newContext();
  const answer = await context.request.post(new URL('/login/email', runtime?.appUrl).href, {
    data: {
      email: isAdmin ? (process.env.ADMIN_EMAIL ?? 'admin@example.com') : who,
      password: isAdmin ? (process.env.ADMIN_PASSWORD ?? secrets.ADMIN_PASSWORD) : secrets.DEMO_PASSWORD,
    },
  });
  if (!answer.ok()) throw new Error(`Login as ${who} failed: ${await answer.text()}`);
  return context.storageState();
}

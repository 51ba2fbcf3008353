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
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { execa } from 'execa';
import { dataDirectory, root } from '../stack/folders.ts';
import { readRuntime } from '../stack/runtime.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { provideChromium } from '../tests/chromium.ts';
import { takeMails, takeStories, THEMES, WIDTHS } from './parts.ts';

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

/** Finds a browser for the tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { MINUTE } from '#lib/base/time.ts';
import { installPackages } from './apt.ts';
import { capture } from './capture.ts';
import { chromiumFromNpm } from './npm-chromium.ts';

/** Chromium without a user interface: the browser tests take about half the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The command that the error message names if no browser can be installed. */
const BY_HAND = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/**
 * The path of a Chromium or Chrome. Prefers the headless shell unless `kind` is 'whole'. Throws one line that names the
 * command to run as root.
 */
export async function provideChromium(kind: 'headless' | 'whole' = 'headless'): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: ${named} does not exist`);
  if (!named && kind === 'headless') {
    if (!existsSync(SHELL)) await installPackages('chromium-headless-shell');
    if (existsSync(SHELL)) return SHELL;
  }
  const found = named ?? find();
  if (found) return found;
  console.log('  Chromium not found: installing it');
  await installPackages('chromium');
  if (!find())
    await capture(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      patience: 5 * MINUTE,
    });
  const installed = find();
  if (installed) return installed;
  try {
    return await chromiumFromNpm();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Chromium is missing and could not be installed (${why}). Run as root: ${BY_HAND}`);
  }
}

/** A browser that starts: Playwright's download needs libraries that a machine may lack. */
const find = (): string | undefined =>
  [...PLACES, chromium.executablePath()].find(
    (file) => existsSync(file) && spawnSync(file, ['--version']).status === 0,
  );

/** The browser of the tests: one that is there, else one that is installed now. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages } from './apt.ts';
import { capture } from './capture.ts';

/** Chromium without windows: the same engine, and tests take five sixths of the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** What a person can do where neither way of installing works. */
const BY_HAND = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/**
 * The path of a Chromium or Chrome, one without windows where it can be had, unless `kind` asks for a whole browser.
 * Throws one line that names the command to run as root.
 */
export async function provideChromium(kind: 'headless' | 'whole' = 'headless'): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`);
  if (!named && kind === 'headless') {
    if (!existsSync(SHELL)) await installPackages('chromium-headless-shell');
    if (existsSync(SHELL)) return SHELL;
  }
  const found = named ?? find();
  if (found) return found;
  console.log('  no Chromium here: installing one');
  await installPackages('chromium');
  if (!find())
    await capture(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      patience: 5 * 60_000,
    });
  const installed = find();
  if (installed) return installed;
  throw new Error(`No Chromium, and none could be installed. As root: ${BY_HAND}`);
}

function find(): string | undefined {
  return [...PLACES, chromium.executablePath()].find((file) => file && existsSync(file));
}

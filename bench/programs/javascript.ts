/** P2: the size and libraries of the scripts that / and /pricing load until the network is idle, and their CLS. */
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { collectScripts } from '#e2e/support/browser/scripts.ts';
import { heavyLibrariesIn } from '#e2e/support/browser/heavy-libraries.ts';
import { findLayoutShifts } from '#e2e/support/browser/layout-shifts.ts';
import { provideChromium } from '#dev/tests/chromium.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import type { EmptyApp } from '../tools/empty-next.ts';
import type { Row } from '../results.ts';

const TARGET = 1.15;

export async function measure(
  { coordinates: { BASE_URL = '' } }: Stack,
  emptyApp: () => Promise<EmptyApp>,
): Promise<Row[]> {
  const { url } = await emptyApp();
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const home = await scriptsOf(browser, `${BASE_URL}/`);
    const pricing = await scriptsOf(browser, `${BASE_URL}/pricing`);
    const empty = await scriptsOf(browser, url);
    const libraries = [home, pricing].flatMap((scripts) => heavyLibrariesIn(scripts));
    if (libraries.length) console.log(`Libraries loaded too early: ${libraries.join(', ')}`);
    const shifts = [...(await shiftsOf(browser, `${BASE_URL}/`)), ...(await shiftsOf(browser, `${BASE_URL}/pricing`))];
    for (const { value, nodes } of shifts) console.log(`Layout shift of ${value}: ${nodes.join(' · ')}`);
    return [
      weight('/', home, empty),
      weight('/pricing', pricing, empty),
      nothing('libraries loaded too early', libraries.length),
      nothing(
        'CLS on / and /pricing',
        shifts.reduce((sum, { value }) => sum + value, 0),
      ),
    ];
  } finally {
    await browser.close();
  }
}

const weight = (page: string, scripts: string[], empty: string[]): Row => ({
  id: 'P2',
  what: `JavaScript on ${page}, gzip`,
  unit: 'kB',
  ours: [kilobytes(scripts)],
  reference: [kilobytes(empty)],
  target: { mostTimes: TARGET },
});

const nothing = (what: string, ours: number): Row => ({
  id: 'P2',
  what,
  unit: '',
  ours: [ours],
  target: { most: 0 },
});

/** The total size of the scripts, compressed here so that it does not depend on the server's encoding. Without headers. */
const kilobytes = (scripts: string[]) =>
  scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1000;

async function scriptsOf(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  const scripts = collectScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const texts = await scripts();
  await page.close();
  return texts;
}

async function shiftsOf(browser: Browser, url: string) {
  const shifts = [];
  for (const width of [360, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 740 } });
    shifts.push(...(await findLayoutShifts(page, url)));
    await page.close();
  }
  return shifts;
}

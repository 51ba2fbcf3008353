/**
 * P14: layout shifts on each screen of the access matrix while every request takes 600 ms longer, on a phone and a
 * desktop, as a visitor, a subscriber with a key and an admin, where they have access. A visit counts the sum of all
 * its layout shifts, which CLS never exceeds; a screen counts its worst visit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import pg from 'pg';
import { provideChromium } from '#dev/tests/chromium.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import { ACCESS } from '#e2e/support/access-matrix.ts';
import { findLayoutShifts } from '#e2e/support/browser/layout-shifts.ts';
import { servedCalls, servedRoutes } from '#e2e/support/routes.ts';
import { demoEmail } from '#lib/testing/demo/demo-people.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';

const TARGET = { most: 0.02, eachRun: true } as const;
const DELAY_MS = 600;
const WIDTHS = [360, 1440];
const RUNS = setting('RUNS', 3);
const SCREENS = setting('SCREENS', Infinity);
const CALLERS = ['anonymous', 'subscriber', 'admin'] as const;
const SUBSCRIBER = demoEmail('over-limit');
/** The placeholder for a user id in the access matrix. */
const NO_ONE = '00000000-0000-7000-8000-000000000000';

/** Sample users and usage, so that the screens are not empty. */
export const seed = 'demo';

type Visit = { who: (typeof CALLERS)[number]; width: number; sum: number; nodes: string[] };

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const person = await idOf(DATABASE_URL, SUBSCRIBER);
    const contexts = {
      anonymous: await browser.newContext(),
      subscriber: await loggedIn(browser, BASE_URL, SUBSCRIBER, coordinates['DEMO_PASSWORD']),
      admin: await loggedIn(browser, BASE_URL, coordinates['ADMIN_EMAIL'], coordinates['ADMIN_PASSWORD']),
    };
    const rows: Row[] = [];
    for (const [screen, { path = screen, expect }] of screens().slice(0, SCREENS)) {
      const address = BASE_URL + path.replace(NO_ONE, person);
      const callers = CALLERS.filter((caller) => expect[caller] === 200);
      const ours: number[] = [];
      for (let run = 0; run < RUNS && callers.length; run++) {
        const visits: Visit[] = [];
        for (const who of callers)
          for (const width of WIDTHS) visits.push({ who, width, ...(await visit(contexts[who], address, width)) });
        ours.push(worstOf(screen, visits));
      }
      const what = `layout shifts on ${screen}, worst of ${callers.length * WIDTHS.length} visits`;
      if (ours.length) rows.push({ id: 'P14', what, unit: '', ours, target: TARGET });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** The largest sum of layout shifts among a run's visits. Prints that visit and the elements that moved. */
function worstOf(screen: string, visits: readonly Visit[]): number {
  const [worst] = visits.toSorted((a, b) => b.sum - a.sum);
  if (worst?.sum)
    console.log(`${screen}: ${worst.sum} for ${worst.who} at ${worst.width} px: ${worst.nodes.join(' · ')}`);
  return worst?.sum ?? NaN;
}

/** The pages of the access matrix by path, without API endpoints. */
function screens(): [string, (typeof ACCESS)[string]][] {
  const calls = new Set(servedCalls());
  return servedRoutes().flatMap((route) => {
    const row = ACCESS[route];
    return row && !calls.has(route) ? [[route.replace('GET ', ''), row]] : [];
  });
}

async function visit(context: BrowserContext, address: string, width: number) {
  const page = await context.newPage();
  try {
    await page.setViewportSize({ width, height: 740 });
    await page.route('**', async (route) => {
      if (['fetch', 'xhr'].includes(route.request().resourceType())) await sleep(DELAY_MS);
      await route.continue();
    });
    const shifts = await findLayoutShifts(page, address, 'as it is');
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), nodes: shifts.flatMap(({ nodes }) => nodes) };
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

async function loggedIn(browser: Browser, baseUrl: string, email?: string, password?: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${baseUrl}/login/email`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`The login of ${email} failed: ${await answer.text()}`);
  return context;
}

async function idOf(databaseUrl: string, email: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])
    .finally(() => client.end());
  return rows[0]?.id ?? NO_ONE;
}

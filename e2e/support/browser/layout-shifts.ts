import type { Page } from '@playwright/test';

type Shift = { value: number; nodes: string[] };
type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
declare global {
  var takeLayoutShifts: () => Shift[];
}

/** Lighthouse's phone on a slow connection: 1.6 Mbit/s, 150 ms latency, the processor at a quarter of its speed. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWDOWN = 4;

/**
 * The layout shifts while the page loads (by default on a slow connection) and is then scrolled to its end. Empty means
 * a CLS of 0. The page must not have loaded anything before.
 */
export async function findLayoutShifts(
  page: Page,
  address: string,
  line: 'slow' | 'as it is' = 'slow',
): Promise<Shift[]> {
  if (line === 'slow') await slowDown(page);
  await page.addInitScript(watchLayoutShifts);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(readToTheEnd);
  return page.evaluate(() => takeLayoutShifts());
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Runs in the page before anything else. Collects layout shifts for `takeLayoutShifts`. */
export function watchLayoutShifts(): void {
  const shifts: Shift[] = [];
  const keep = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[])
      if (!hadRecentInput) shifts.push({ value, nodes: sources.map(({ node }) => describe(node)) });
  };
  const describe = (node: Node | null) =>
    node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '');
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.takeLayoutShifts = () => {
    keep(observer.takeRecords());
    return shifts;
  };
}

async function readToTheEnd() {
  await document.fonts.ready;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const { scrollHeight } = document.documentElement;
  for (let top = 0; top <= scrollHeight; top += window.innerHeight / 2) {
    window.scrollTo({ top, behavior: 'instant' });
    await frame();
    await frame();
  }
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How a screen is looked at: a phone and a desk, by day and by night. */
export const LOOKS = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme, name: `${width} px, ${theme}` })),
);
export type Look = (typeof LOOKS)[number];

/** Gives the page a width and the system's theme, and stills what moves. */
export async function wear(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, 'the page scrolls sideways').toBeLessThanOrEqual(screen ?? 0);
}

/** Violations of the Content-Security-Policy and errors of the page, from the first byte on (S36). */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

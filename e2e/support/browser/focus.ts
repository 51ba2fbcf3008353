import type { Page } from '@playwright/test';

/**
 * Presses `key` until the focus leaves the page. Returns the names of controls that were focused but hidden behind
 * something that sticks to an edge of the window (WCAG 2.4.11).
 */
export async function hiddenWhileFocused(page: Page, key: 'Tab' | 'Shift+Tab', most = 150): Promise<string[]> {
  const hidden = new Set<string>();
  for (let n = 0; n < most; n++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(coverOfFocused);
    if (found === null) break;
    if (found) hidden.add(found);
  }
  return [...hidden];
}

/** Runs in the page. The name of the focused control if its middle is covered, '' if not, null without one. */
async function coverOfFocused(): Promise<string | null> {
  await new Promise((done) => requestAnimationFrame(done));
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const cover = document
    .elementFromPoint(x + width / 2, y + height / 2)
    ?.closest('[data-light-in-view], [data-links-row]');
  if (!cover || cover.contains(focused)) return '';
  return (focused.textContent ?? '').trim() || focused.tagName;
}

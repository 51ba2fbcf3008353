import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { holdScripts, isStyled } from '../support/browser/late-scripts.ts';
import { hydrated } from '../support/browser/page.ts';

/** Runs in the page: the place of each control of its main part, by element and text, in CSS pixels of the page. */
function placesOfControls(): Record<string, string> {
  const controls = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, summary)');
  return Object.fromEntries(
    [...controls].map((control, index) => {
      const { x, y } = control.getBoundingClientRect();
      const name = control.ariaLabel ?? control.textContent ?? '';
      return [`${index} ${control.tagName} ${name.trim()}`, `${Math.round(x + scrollX)}, ${Math.round(y + scrollY)}`];
    }),
  );
}

/** Opens the page without its scripts, in its final style. The returned function lets them run until it is hydrated. */
async function openEarly(page: Page, address: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  await page.waitForFunction(isStyled);
  return async () => {
    release();
    await hydrated(page);
  };
}

for (const width of [360, 1440])
  test(`moves no control of /account when its scripts arrive, at ${width} px (P14)`, async ({ page, asSubscriber }) => {
    const { id } = await asSubscriber();
    const at = new Date(Date.now() - 3.5 * HOUR);
    await db().auditEvent.createMany({
      data: [1, 2, 3].map(() => ({ at, actorKind: 'anonymous', targetId: id, action: 'session.started', data: {} })),
    });
    await page.setViewportSize({ width, height: 740 });
    const finish = await openEarly(page, '/account');
    const before = await page.evaluate(placesOfControls);
    await finish();
    expect(await page.evaluate(placesOfControls)).toMatchObject(before);
    expect(Object.keys(before).length).toBeGreaterThan(20);
  });

test('lets no switch change before the scripts of /account have arrived', async ({ page, asSubscriber }) => {
  await asSubscriber();
  const finish = await openEarly(page, '/account');
  const alert = page.getByRole('switch', { name: 'Daily limit reached' });
  await expect(alert).toBeDisabled();
  await alert.evaluate((box: HTMLInputElement) => box.click());
  await expect(alert).toBeChecked();
  await finish();
  await expect(alert).toBeEnabled();
  await expect(alert).toBeChecked();
  await alert.click();
  await expect(page.getByText('Usage alerts saved.')).toBeVisible();
  await expect(alert).not.toBeChecked();
});

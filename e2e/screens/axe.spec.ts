/**
 * Every page in one visit: no axe violation and no horizontal scrolling on a desktop in the dark theme and on a phone in
 * the light one; then each state on the phone, with its contrast in the dark theme, too. The themes differ by colours
 * alone.
 */
import { globSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { urlOf } from '#bin/openapi/url-of.ts';
import { expect, test } from '../fixtures.ts';
import { emulate, expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { accountScreens } from './account-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { publicScreens } from './public-screens.ts';
import { userScreens } from './user-screens.ts';

const PHONE = { width: 360, theme: 'light', name: '' } as const;
const DESKTOP = { width: 1440, height: 900 };
const SCREENS = [...publicScreens, ...accountScreens, ...adminScreens, ...userScreens];

test.describe.configure({ mode: 'parallel' });

for (const { route, when, prepare, ready, states = {} } of SCREENS)
  test(`passes axe and fits the width: ${when ? `${route}, ${when}` : route}`, async ({
    page,
    asSubscriber,
    asAdmin,
    storageServer,
  }) => {
    await emulate(page, PHONE);
    await page.goto(await prepare({ page, asSubscriber, asAdmin, storageServer }));
    await ready?.(page);
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page);
    await emulate(page, PHONE);
    await look(page);
    for (const [name, reach] of Object.entries(states))
      await test.step(name, async () => {
        await reach(page);
        await look(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await look(page, ['color-contrast']);
        await page.emulateMedia({ colorScheme: 'light' });
      });
  });

test('covers every page', () => {
  const pages = globSync('app/**/page.tsx').map((file) => `GET ${urlOf(file)}`);
  expect(pages.filter((page) => !SCREENS.some(({ route }) => route === page))).toEqual([]);
});

async function look(page: Page, rules?: string[]): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, rules);
}

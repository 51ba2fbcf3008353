import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible } from '../support/browser/page.ts';

const NAME = 'Go to a page, user or key';

test('finds and opens pages, users and keys by keyboard', async ({ page, asAdmin }) => {
  const problems = collectErrors(page);
  await asAdmin();
  const word = crypto.randomUUID().slice(0, 8);
  const user = await createUserRow(db(), { email: `palette-${word}@example.com` });
  const key = await createKeyRow(db(), { description: `Palette ${word}` });
  const palette = page.getByRole('dialog', { name: NAME });
  const input = palette.getByRole('combobox');
  /** Presses the shortcut until the palette opens: after a navigation, the new page does not listen immediately. */
  const open = () =>
    expect(async () => {
      if (!(await palette.isVisible())) await page.keyboard.press('ControlOrMeta+k');
      await expect(input).toBeFocused({ timeout: 2000 });
    }).toPass();
  const option = (text: string) => palette.getByRole('option').filter({ hasText: text });
  await page.goto('/admin/oauth2');
  const field = page.getByRole('searchbox', { name: 'Search clients' });
  await field.pressSequentially('kK');
  await expect(field).toHaveValue('kK');
  await open();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();

  await page.getByRole('button', { name: NAME }).click();
  await input.fill('serv');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/servers$/);
  await expect(palette).toBeHidden();

  await open();
  await input.fill(`palette-${word}`);
  await expect(option(`palette-${word}@example.com`)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`palette-${word}@example.com`);

  await open();
  await input.fill(key.publicKey);
  await option(key.publicKey.slice(0, 12)).click();
  await expect(page).toHaveURL(new RegExp(`/admin/keys\\?search=Palette(\\+|%20)${word}$`));
  expect(problems).toEqual([]);
});

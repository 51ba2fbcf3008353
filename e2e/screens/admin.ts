import type { Page } from '@playwright/test';
import { escape, type Given } from './screen.ts';

/** The dialog that is open. */
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first();

/** Closes an open dialog or menu, presses a button and waits for its dialog. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await escape(page);
  await page.getByRole('button', { name }).first().click();
  await dialog(page).waitFor();
};

/** An admin's page with this URL. */
export const forAdmin = (prepare: (given: Given) => Promise<string> | string) => async (given: Given) => {
  await given.asAdmin();
  return prepare(given);
};

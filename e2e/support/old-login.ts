import type { Page } from '@playwright/test';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { PASSWORD } from './people.ts';

const STALE_MS = 11 * MINUTE;

/** Gives a logged-in user a password, and makes the login older than ten minutes. */
export async function makeLoginOld(userId: string): Promise<void> {
  await db().user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(PASSWORD) } });
  const authTime = new Date(Date.now() - STALE_MS);
  await db().signInSession.updateMany({ where: { userId }, data: { authTime } });
}

/** The dialog that asks for the password before a sensitive action. */
export const freshLoginDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Enters the password into the dialog of `freshLoginDialog`, and confirms. */
export async function confirmLogin(page: Page): Promise<void> {
  await freshLoginDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await freshLoginDialog(page).getByRole('button', { name: 'Confirm' }).click();
}

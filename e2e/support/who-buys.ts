import type { Page } from '@playwright/test';
import type { HttpClient } from './http-client.ts';

/** Says before a checkout that a company buys and accepts the terms, which holds for an hour and any plan. */
export const sayWhoBuys = (client: Pick<HttpClient, 'send'>) =>
  client.send('/account/api/billing/buyer', { json: { kind: 'company' } });

/** Follows a link to `/buy` and answers the page that asks who buys. Ends at the checkout. */
export async function goToCheckout(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('radio', { name: /^For a company/ }).check();
  await page.getByRole('button', { name: 'Proceed to Purchase' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
}

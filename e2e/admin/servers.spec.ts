import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createServerRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const uniqueName = () => `e2e-${crypto.randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const tokenIn = async (page: Page) =>
  /SERVER_TOKEN=(\S+)/.exec(await page.getByRole('dialog').locator('pre').innerText())?.[1] ?? '';

/** The status of a storage host's request for the key map. */
async function knock(page: Page, name: string, token: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;
  return (await page.request.get('/api/storage/keys', { headers: { authorization } })).status();
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('creates a server, shows it as connected, rotates its token and removes it', async ({ page, asAdmin }) => {
  const problems = collectErrors(page);
  await asAdmin();
  const name = uniqueName();
  await page.goto('/admin/servers');
  await page.getByRole('button', { name: 'Create Server' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Server' });
  await creating.getByLabel('Name').fill('no name');
  await creating.getByLabel('Description').fill('made by a test');
  await expect(creating.getByText('Please use letters, digits, dots, dashes and underscores.')).toBeVisible();
  await creating.getByLabel('Name').fill(name);
  await creating.getByRole('button', { name: 'Create Server' }).click();

  const shown = page.getByRole('dialog', { name: `Token of ${name}` });
  await expect(shown.locator('pre')).toContainText(`PORTAL_URL=${stack.baseUrl}\nSERVER_NAME=${name}\nSERVER_TOKEN=`);
  const first = await tokenIn(page);
  await page.keyboard.press('Escape');
  const asking = page.getByRole('alertdialog', { name: 'Close without saving it?' });
  await asking.getByRole('button', { name: 'Back to the token' }).click();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create Server' })).toBeFocused();
  await expect(rowOf(page, name)).toContainText('Never');
  expect(await page.content()).not.toContain(first);

  expect(await knock(page, name, first)).toBe(200);
  await page.reload();
  await expect(rowOf(page, name)).toContainText('Connected');

  await choose(page, name, 'Rotate Token');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate Token' }).click();
  await expect(shown).toBeVisible();
  const second = await tokenIn(page);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  expect([await knock(page, name, first), await knock(page, name, second)]).toEqual([401, 200]);

  await choose(page, name, 'Remove');
  const removing = page.getByRole('alertdialog', { name: `Remove “${name}”?` });
  await expect(removing).toContainText('What it has reported still counts in all usage.');
  await expect(removing.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await removing.getByRole('textbox').fill(name);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`The server “${name}” has been removed.`)).toBeVisible();
  await expect(rowOf(page, name)).toBeHidden();
  expect(await knock(page, name, second)).toBe(401);
  expect(problems).toEqual([]);
});

test('refuses a name in the dialog if it is already taken', async ({ page, asAdmin }) => {
  await asAdmin();
  const { server } = await createServerRow(db());
  await page.goto('/admin/servers');
  await page.getByRole('button', { name: 'Create Server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Server' });
  await dialog.getByLabel('Name').fill(server.name);
  await dialog.getByRole('button', { name: 'Create Server' }).click();
  await expect(dialog.getByText('A server with this name already exists.')).toBeVisible();
  await db().storageServer.delete({ where: { id: server.id } });
});

test('shows no data to a user who is not an admin, explains an empty list, and offers Retry after a failure', async ({
  page,
  asSubscriber,
  asAdmin,
}) => {
  await asSubscriber();
  await page.goto('/admin/servers');
  await expect(page.getByText('Failed to load available servers. You may not have admin privileges.')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();

  await asAdmin();
  const calls = '**/admin/api/servers';
  await page.route(calls, (route) => route.fulfill({ json: { servers: [{ id: 0, name: 'aggregate' }] } }));
  await page.goto('/admin/servers');
  await expect(page.getByText('No storage servers')).toBeVisible();
  await page.unroute(calls);
  const fails = { error: 'Something went wrong.', code: 'internal', request_id: 'of-the-test' };
  await page.route(calls, (route) => route.fulfill({ status: 500, json: fails }));
  await page.goto('/admin/servers');
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load available servers.' });
  await expect(failure).toContainText('of-the-test');
  await page.unroute(calls);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways in any state (${appearance.name})`, async ({ page, asAdmin }) => {
    await emulate(page, appearance);
    await asAdmin();
    const { server } = await createServerRow(db(), {
      name: 'x'.repeat(50) + uniqueName(),
      description: 'y'.repeat(500),
    });
    await page.goto('/admin/servers');
    await expect(rowOf(page, server.name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await choose(page, server.name, 'Rotate Token');
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate Token' }).click();
    const shown = page.getByRole('dialog', { name: `Token of ${server.name}` });
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    const box = await shown.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(appearance.width);
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await choose(page, server.name, 'Remove');
    await expectAccessible(page);
    await db().storageServer.delete({ where: { id: server.id } });
  });

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const uniqueName = () => `e2e-${crypto.randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The status of a storage host's request for the key map. */
async function knock(page: Page, name: string, token: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;
  return (await page.request.get('/api/storage/keys', { headers: { authorization } })).status();
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const runAgent = promisify(execFile);

/** The command that the open dialog shows, which is then closed. */
async function commandIn(page: Page, name: string) {
  const shown = page.getByRole('dialog', { name: `Enrol ${name}` });
  const command = await shown.getByRole('region', { name: 'Command' }).innerText();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have run it' }).click();
  await expect(shown).toBeHidden();
  const [, PORTAL_URL = '', code = ''] = /^PORTAL_URL=(\S+) \S+\s+node \S+ enrol (\S+)$/.exec(command) ?? [];
  expect(PORTAL_URL).toBe(stack.baseUrl);
  expect(await page.content()).not.toContain(code);
  return { PORTAL_URL, code };
}

/** Enrols a host whose settings are in this file. Returns what the agent prints. */
const enrol = ({ PORTAL_URL, code }: { PORTAL_URL: string; code: string }, file: string, ...options: string[]) =>
  runAgent(process.execPath, ['agent/dist/agent.mjs', 'enrol', code, '--config', file, ...options], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { NODE_ENV: 'test', PORTAL_URL },
  });
const settingsIn = async (file: string) => parseEnv(await readFile(file, 'utf8'));

test('enrols a host with the command that it shows, and only once', async ({ page, asAdmin }) => {
  const problems = collectErrors(page);
  await asAdmin();
  const name = uniqueName();
  await page.request.post('/admin/api/servers', { data: { name, description: '' } });
  await page.goto('/admin/servers');
  await choose(page, name, 'Enrol a host');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create code' }).click();
  const command = await commandIn(page, name);
  const folder = await mkdtemp(path.join(tmpdir(), 'enrol-'));
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  expect((await enrol(command, first)).stdout).toContain(`enrolled as ${name}`);
  await expect(enrol(command, second)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('refused the code'),
  });
  const { SERVER_NAME, SERVER_TOKEN = '' } = await settingsIn(first);
  await rm(folder, { recursive: true });
  expect(SERVER_NAME).toBe(name);
  expect(await knock(page, name, SERVER_TOKEN)).toBe(200);
  await page.reload();
  await expect(rowOf(page, name)).toContainText('Connected');
  expect(problems).toEqual([]);
});

test('creates a server with the command that enrols its host, voids its token, enrols it again and removes it', async ({
  page,
  asAdmin,
}) => {
  const problems = collectErrors(page);
  await asAdmin();
  const name = uniqueName();
  await page.goto('/admin/servers');
  await page.getByRole('button', { name: 'Create server' }).click();
  const creating = page.getByRole('dialog', { name: 'Create server' });
  await creating.getByLabel('Name').fill(name);
  await creating.getByRole('button', { name: 'Create server' }).click();

  const command = await commandIn(page, name);
  await expect(page.getByRole('button', { name: 'Create server' })).toBeFocused();
  await expect(rowOf(page, name)).toContainText('Never');
  const folder = await mkdtemp(path.join(tmpdir(), 'enrol-'));
  const file = path.join(folder, 'agent.env');
  await enrol(command, file);
  const { SERVER_TOKEN: first = '' } = await settingsIn(file);

  expect(await knock(page, name, first)).toBe(200);
  await page.reload();
  await expect(rowOf(page, name)).toContainText('Connected');

  await choose(page, name, 'Rotate token');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate token' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create code' }).click();
  await enrol(await commandIn(page, name), file, '--replace');
  const { SERVER_TOKEN: second = '' } = await settingsIn(file);
  await rm(folder, { recursive: true });
  expect([await knock(page, name, first), await knock(page, name, second)]).toEqual([401, 200]);

  await choose(page, name, 'Remove');
  const removing = page.getByRole('alertdialog', { name: `Remove “${name}”?` });
  await removing.getByRole('textbox').fill(name);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`The server “${name}” has been removed.`)).toBeVisible();
  await expect(rowOf(page, name)).toBeHidden();
  expect(await knock(page, name, second)).toBe(401);
  expect(problems).toEqual([]);
});

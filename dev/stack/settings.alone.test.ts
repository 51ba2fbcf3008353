import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatePassword } from '#bin/operator-password.ts';
import { parseEnv } from '#lib/base/settings/env.ts';
import { makeTestFolder } from '../tests/test-folder.ts';
import { root } from './folders.ts';
import { freePort } from './ports.ts';
import { loadSecrets } from './secrets.ts';
import { completeSettings, type Environment, WEB_FLAGS } from './settings.ts';

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
beforeAll(async () => {
  folder = await makeTestFolder('settings');
});
afterAll(() => folder.remove());

const settingsOf = async (env: Environment = {}) =>
  completeSettings(
    { PORT: String(await freePort()), METRICS_PORT: String(await freePort()), DATA_DIR: folder.path, ...env },
    'local',
  );
const DATABASE_URL = 'postgresql://127.0.0.1/x';

test('generates secrets once, and keeps them in a file that only its owner can read', () => {
  const first = loadSecrets(folder.path);
  expect(loadSecrets(folder.path)).toEqual(first);
  const file = path.join(folder.path, 'secrets.env');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`AUTH_SECRET=${first.AUTH_SECRET}\n`);
  expect(new Set(Object.values(first)).size).toBe(Object.values(first).length);
});

test('generates passwords with characters of every class of the policy', () => {
  for (const password of Array.from({ length: 200 }, generatePassword)) {
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_.+]).{20}$/);
  }
});

test('provides missing settings that the application accepts', async () => {
  const { app, provides } = await settingsOf();
  expect(provides).toEqual({ postgres: true, inbox: true, stripe: true, adminPassword: true });
  const settings = parseEnv({ ...app, DATABASE_URL });
  expect(settings).toMatchObject({
    APP_MODE: 'local',
    HOST: '127.0.0.1',
    ALLOW_TEST_PURCHASES: true,
    APP_URL: `http://localhost:${app.PORT}`,
  });
  expect(settings.STRIPE_SECRET_KEY).toMatch(/^sk_test_standin_/);
});

test('uses settings from the environment, and treats empty ones as missing', async () => {
  const AUTH_SECRET = 'a secret of the operator, long enough';
  const { app, provides, adminEmail, secrets } = await settingsOf({
    DATABASE_URL,
    SMTP_URL: 'smtp://mail.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    AUTH_SECRET,
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: 'Given-Password-1',
    KEY_ENCRYPTION_KEY: '',
  });
  expect(provides).toEqual({ postgres: false, inbox: false, stripe: false, adminPassword: false });
  expect(adminEmail).toBe('root@example.com');
  expect(secrets.ADMIN_PASSWORD).toBe('Given-Password-1');
  expect(app.STRIPE_API_BASE).toBeUndefined();
  expect(parseEnv({ ...app, DATABASE_URL })).toMatchObject({
    AUTH_SECRET,
    SMTP_URL: 'smtp://mail.example',
    ALLOW_TEST_PURCHASES: false,
  });
  expect(app.KEY_ENCRYPTION_KEY).toBe(loadSecrets(folder.path).KEY_ENCRYPTION_KEY);
});

test('throws with the name of the variable if its port is in use or invalid', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  for (const name of ['PORT', 'METRICS_PORT', 'INBOX_PORT', 'INBOX_SMTP_PORT', 'STRIPE_PORT']) {
    await expect(settingsOf({ [name]: port })).rejects.toThrow(`${name}: port ${port} is in use`);
  }
  await expect(settingsOf({ INBOX_PORT: 'http' })).rejects.toThrow('INBOX_PORT: "http" is not a port');
  blocker.close();
});

test('refuses the example secrets of .env.example', () => {
  const examples = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8');
  const secrets = [...examples.matchAll(/^#?\s?(AUTH_SECRET|KEY_ENCRYPTION_KEY|OIDC_COOKIE_KEYS)=(.*)$/gm)];
  expect(secrets).toHaveLength(3);
  for (const [, name = '', value] of secrets) {
    expect(() => parseEnv({ ...process.env, [name]: value }), name).toThrow('an example is not a secret');
  }
});

test('npm run serve and the image start the web process with the flags of npm start', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { serve: string } };
  expect(scripts.serve).toBe(
    `exec node --import ./lib/base/settings/node-version.mjs ${WEB_FLAGS.join(' ')} server/index.ts`,
  );
  expect(read('Dockerfile')).toContain(
    `\nCMD ${JSON.stringify(['node', ...WEB_FLAGS, 'server/index.ts']).replaceAll(',', ', ')}\n`,
  );
});

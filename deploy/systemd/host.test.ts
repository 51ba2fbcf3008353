import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv as parseFile } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { root } from '#dev/stack/folders.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { readEnvironmentFile } from '#e2e/runbook/environment-file.ts';
import { parseEnv } from '#lib/base/settings/env.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sample = read('deploy/systemd/app.env');
const folder = await makeTestFolder('host');
afterAll(() => folder.remove());

test('the settings of a host read the same in systemd and in Node.js', () => {
  expect(readEnvironmentFile(sample)).toEqual(parseFile(sample));
  expect(Object.keys(parseFile(sample)).length).toBeGreaterThan(25);
});

test('the settings of a host name every setting that production requires, and none that .env.example lacks', () => {
  let message = '';
  try {
    parseEnv({ NODE_ENV: 'production' });
  } catch (error) {
    message = (error as Error).message;
  }
  const missing = [...message.matchAll(/^ {2}(\w+): is missing$/gm)].map(([, name = '']) => name);
  expect(missing.length).toBeGreaterThan(14);
  const named = Object.keys(parseFile(sample));
  expect(missing.filter((name) => !named.includes(name))).toEqual([]);
  const known = [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name);
  expect(named.filter((name) => !known.includes(name))).toEqual(['NODE_EXTRA_CA_CERTS']); // read by Node.js itself
  expect(parseFile(sample)).toMatchObject({ HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' });
});

/** The script with its files in a folder, and a run of it. */
function onHost() {
  const settings = path.join(folder.path, 'app.env');
  const script = path.join(folder.path, 'rspamd-premium');
  writeFileSync(script, read('deploy/systemd/rspamd-premium').replaceAll('/etc/rspamd-premium/app.env', settings));
  writeFileSync(settings, sample);
  chmodSync(settings, 0o640);
  const run = (args: string[], input?: string) =>
    spawnSync('sh', [script, ...args], { encoding: 'utf8', ...(input !== undefined && { input }) });
  return { settings, run };
}

test('sets values so that both readers get exactly them, and keeps the mode of the file and every other line', () => {
  const { settings, run } = onHost();
  const values = {
    MAIL_FROM: 'Rspamd Premium <support@premium.test>',
    SELLER_NAME: 'O’Brien & "Söhne" GmbH, it\'s $5 | 100%',
    SMTP_URL: 'smtps://us%23er:p%40ss@mail.premium.test:465/?a=b&c=/d',
  };
  const args = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  expect(run(['set', ...args])).toMatchObject({ status: 0, stderr: '' });
  expect(run(['set', 'AUTH_SECRET'], 'from/standard+input=\n')).toMatchObject({ status: 0 });
  const text = readFileSync(settings, 'utf8');
  const expected = { ...parseFile(sample), ...values, AUTH_SECRET: 'from/standard+input=' };
  expect(parseFile(text)).toEqual(expected);
  expect(readEnvironmentFile(text)).toEqual(expected);
  expect(text.split('\n')).toHaveLength(sample.split('\n').length);
  expect(statSync(settings).mode & 0o777).toBe(0o640);
});

test.each(['a # comment', 'a\\b', '"quoted"', "'quoted'", ' space', 'space ', 'two\nlines'])(
  'refuses %j, which the two readers would read differently',
  (value) => {
    const { settings, run } = onHost();
    expect(run(['set', `SELLER_NAME=${value}`])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/SELLER_NAME/),
    });
    expect(run(['set', 'NO_SUCH_NAME=1'])).toMatchObject({ status: 1, stderr: expect.stringMatching(/no setting/) });
    expect(readFileSync(settings, 'utf8')).toBe(sample);
  },
);

test('unpacks no archive that is damaged or has no sum', () => {
  const { run } = onHost();
  const archive = path.join(folder.path, 'rspamd-premium-x.tar.gz');
  writeFileSync(archive, 'not what the sum says');
  expect(run(['install', archive])).toMatchObject({ status: 1, stderr: expect.stringContaining('sha256 are needed') });
  writeFileSync(`${archive}.sha256`, `${'0'.repeat(64)}  rspamd-premium-x.tar.gz\n`);
  expect(run(['install', archive])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('damaged or was changed'),
  });
});

test('says how it is used, with each of its commands', () => {
  const { run } = onHost();
  const { status, stderr } = run([]);
  expect(status).toBe(2);
  for (const name of ['install', 'upgrade', 'rollback', 'restart', 'set', 'run'])
    expect(stderr).toMatch(new RegExp(`^ +rspamd-premium ${name} `, 'm'));
});

test('nginx on a host differs from nginx in containers only where it must', () => {
  const lines = (file: string) =>
    new Set(
      read(file)
        .split('\n')
        .map((line) => line.trim()),
    );
  const [inContainers, onHosts] = [lines('deploy/nginx.conf'), lines('deploy/systemd/nginx.conf')];
  const added = [...onHosts].filter((line) => !inContainers.has(line) && !line.startsWith('#'));
  expect(added).toEqual([
    'server 127.0.0.1:8080 max_fails=1 fail_timeout=5s;',
    'server 127.0.0.1:8081 max_fails=1 fail_timeout=5s;',
    'listen [::]:80 default_server;',
    'listen [::]:80;',
    'error_log /var/log/nginx/error.log crit;',
    expect.stringMatching(/^listen 443 ssl http2; #/),
    'listen [::]:443 ssl http2;',
    'ssl_certificate /etc/rspamd-premium/tls/fullchain.pem;',
    'ssl_certificate_key /etc/rspamd-premium/tls/privkey.pem;',
  ]);
  const removed = [...inContainers].filter((line) => !onHosts.has(line) && !line.startsWith('#'));
  expect(removed).toHaveLength(added.length - 2); // no `http2 on`, and no IPv6, which Docker brings to the same port
});

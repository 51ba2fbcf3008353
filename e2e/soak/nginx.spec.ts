import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { createNginx, hasNginx, type TestNginx } from '#dev/tests/test-nginx.ts';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { repeatedly } from '../support/people.ts';
import type { AppProcess } from '../support/stacks/app-process.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';

let stack: DetachedStack;
let apps: [AppProcess, AppProcess];
let nginx: TestNginx;
let origin: string;
test.skip(!hasNginx, 'needs nginx and root');
test.describe.configure({ mode: 'default', timeout: 400_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  const production = {
    ...PRODUCTION_SITE,
    APP_MODE: 'production',
    STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
    STRIPE_API_BASE: '',
  };
  // With a fixed port, an instance that is started again has the same address.
  const start = async () => stack.startApp({ ...production, PORT: String(await freePort()) });
  apps = [await start(), await start()];
  nginx = createNginx();
  const plainPort = await freePort();
  const started = await nginx.start({
    file: path.join(root, 'deploy/nginx.conf'),
    changes: [
      [/server app:8080/, `server 127.0.0.1:${new URL(apps[0].url).port}`],
      [/server app2:8080/, `server 127.0.0.1:${new URL(apps[1].url).port}`],
      [/listen 80 default_server;/, `listen 127.0.0.1:${plainPort} default_server;`],
      [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
      [/\$\{SITE_HOST\}/g, 'localhost'],
      [/\/var\/log\/nginx\/access\.log/, `${nginx.folder}/access.log`],
      [/error_log stderr/g, `error_log ${nginx.folder}/instances.log`],
      [/http2 on;/, ''], // Debian's nginx does not know http2
    ],
  });
  origin = started.replace('127.0.0.1', 'localhost');
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output());
});
test.afterAll(async () => {
  await nginx?.stop();
  await stack?.remove();
});

/** The two `sed` expressions of the update in docs/operations.md: takes the instance `$each` out of nginx, and back. */
const [OUT = '', BACK = ''] = [
  ...readFileSync(path.join(root, 'docs/operations.md'), 'utf8').matchAll(/nginx_edit ["'](s\/.+?)["']/g),
].map(([, expression]) => expression);

/** Changes the configuration with this expression, for the instance with this port, and reloads it. */
function edit(expression: string, port: string): void {
  const file = `${nginx.folder}/nginx.conf`;
  const before = readFileSync(file, 'utf8');
  execFileSync('sed', ['-i', expression.replaceAll('$each', '127.0.0.1').replaceAll('8080', port), file]);
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  process.kill(Number(readFileSync(`${nginx.folder}/nginx.pid`, 'utf8')), 'SIGHUP'); // nginx -s reload
}

test('drops no request while the instances behind nginx are replaced one after the other (R11)', async () => {
  const admin = await logInAsAdmin(stack, origin);
  // A connection for each request, because a reload closes idle ones, and only browsers repeat what was sent on them.
  admin.defaultHeaders.connection = 'close';
  const counts = new Map<string, number>();
  const stop = repeatedly(6, async (n) => {
    const sending = [
      () => admin.send('/userstatus'),
      () => new HttpClient(origin).send('/login', { headers: { connection: 'close' } }),
      () => admin.send('/dashboard'),
      () => admin.send('/admin/api/fuzzy-keys/generate', { json: { description: `replaced ${n}` } }),
    ][n % 4];
    const outcome = (await sending?.().then(({ status }) => String(status), String)) ?? 'not sent';
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  });
  const handled = () => readFileSync(`${nginx.folder}/access.log`, 'utf8').split('\n').length;
  for (const app of [...apps, ...apps]) {
    const before = handled();
    await expect.poll(handled, { intervals: [50] }).toBeGreaterThan(before + 60);
    const { port } = new URL(app.url);
    edit(OUT, port);
    await app.terminate();
    await app.restart();
    edit(BACK, port);
  }
  await stop();
  console.log(`answers: ${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  expect([...counts.keys()]).toEqual(['200']);
  const tried = readFileSync(`${nginx.folder}/access.log`, 'utf8');
  expect(tried, 'no instance refused a request').not.toMatch(/ 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ /);
  const [{ keys } = { keys: 0 }] = await stack.query<{ keys: number }>(
    `SELECT count(*)::int AS keys FROM fuzzy_keys WHERE description LIKE 'replaced %'`,
  );
  expect(keys).toBeGreaterThan(30);
});

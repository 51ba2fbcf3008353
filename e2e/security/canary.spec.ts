import { readFileSync } from 'node:fs';
import { root } from '#dev/stack/folders.ts';
import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { HttpClient } from '../support/http-client.ts';
import { servedRoutes } from '../support/routes.ts';
import { createBillingStack, type AppProcess, type BillingStack } from '../support/stacks/billing-stack.ts';
import { Canaries, logFiles, ownSecrets } from './support/canary-call.ts';
import { walkAsAdmin, walkAsApplication, walkAsBuyer, walkAsSubscriber } from './support/canary-walk.ts';
import { newAdmin } from './support/fuzz.ts';

/** Hashes and sealed values as the database writes them, and the names of their columns. */
const HASHES = /\$argon2|\\x[0-9a-f]{32,}|_hash"|_sealed"|tokenHash|passwordHash/;

test('leaves no secret in logs, pages, jobs or the audit log (S54, S81, S83)', async () => {
  test.setTimeout(240_000);
  const stack = await createBillingStack({ LOG_LEVEL: 'trace' });
  const canaries = new Canaries();
  for (const [name, value] of ownSecrets(stack.stack.dataDir))
    for (const part of value.split(',')) canaries.keep(name, part);
  const walk = { stack, canaries };
  const withoutStripe = stack.startApp({ STRIPE_API_BASE: 'http://127.0.0.1:1', LOG_LEVEL: 'trace' });
  withoutStripe.catch(() => null); // awaited below; an early rejection must not end the test
  try {
    const admin = await newAdmin(stack);
    const { person, server } = await test.step('runs every flow that uses a secret', async () => {
      const who = await walkAsSubscriber(walk);
      const { app, server } = await walkAsAdmin(walk, admin);
      await walkAsApplication(walk, who.client, app);
      await walkAsBuyer(walk, who);
      return { person: who, server };
    });
    console.log(`${canaries.size} canaries`);
    expect(canaries.size).toBeGreaterThan(50);

    await test.step('contains no secret in a page’s HTML or RSC payload', async () => {
      await expectCleanPages(new HttpClient(stack.baseUrl), canaries, 'public');
      await expectCleanPages((await stack.newPerson()).client, canaries, 'own');
      await expectCleanPages(admin.client, canaries, 'admin');
    });

    const about = 'errors during a request are logged without its content';
    await test.step(about, async () => {
      await breakEverything(stack, person, server, await withoutStripe);
      const { ADMIN_PASSWORD = '' } = stack.stack.coordinates;
      expect(stack.first.output().split(ADMIN_PASSWORD).length - 1, 'the admin password is printed once').toBe(1);
      expect(stack.first.output(), 'errors were logged').toContain('unexpected error');
    });

    await test.step('lets no input forge a log line', async () => {
      await forgeLines(stack);
      const lines = stack.first.output().split('\n');
      expect(lines.filter((line) => line.includes('FORGED'))).toEqual([]);
    });

    await test.step('contains no secret in logs, jobs or audit rows', async () => {
      const auditLog = await stack.query<{ row: string }>('SELECT t::text AS row FROM audit_events t');
      const jobs = await stack.query<{ row: string }>('SELECT t::text AS row FROM pgboss.job t');
      const places = {
        'output of the processes': stack.first.output(),
        'output of a process without Stripe': (await withoutStripe).output(),
        ...Object.fromEntries(logFiles(stack.stack.dataDir).map((file) => [file, readFileSync(file, 'utf8')])),
      };
      expect(Object.keys(places)).toContainEqual(expect.stringMatching(/postgres\.log$/));
      for (const [place, text] of Object.entries(places)) expect(canaries.namesIn(text), place).toEqual([]);
      expect(auditLog.length).toBeGreaterThan(20);
      for (const { row } of [...auditLog, ...jobs])
        expect(
          canaries.namesIn(row).filter((name) => !/email|^checkout/.test(name)),
          row.slice(0, 200),
        ).toEqual([]);
    });
  } finally {
    await stack.remove();
  }
});

type Section = 'public' | 'own' | 'admin';

/** The pages of a section: public pages, pages for logged-in users, or the console. */
function pagesOf(section: Section): string[] {
  const isPublic = (route: string) => ACCESS[route]?.expect.anonymous === 200;
  const sectionOf = (route: string): Section =>
    route.startsWith('GET /admin') ? 'admin' : isPublic(route) ? 'public' : 'own';
  return servedRoutes()
    .filter((route) => /^GET \/(?!.*\/api\/)/.test(route) && route !== 'GET /logout' && sectionOf(route) === section)
    .map((route) => route.slice(4).replace('[userId]', '00000000-0000-7000-8000-000000000000'));
}

/** Checks each page of a section, as HTML and as the RSC payload of a client-side navigation. */
async function expectCleanPages(client: HttpClient, canaries: Canaries, section: Section): Promise<void> {
  for (const path of pagesOf(section)) {
    let isDocument = false;
    for (const headers of [{ accept: 'text/html' }, { rsc: '1' }] as Record<string, string>[]) {
      if (headers.rsc && !isDocument) continue;
      const { text, headers: received } = await client.send(path, { headers });
      isDocument = received.get('content-type')?.startsWith('text/html') ?? false;
      // Admins may see email addresses: the ledger's HTML contains some.
      const secrets = canaries.namesIn(text).filter((name) => section !== 'admin' || !/^(new )?email\b/.test(name));
      expect(secrets, path).toEqual([]);
      expect(text, path).not.toMatch(HASHES);
      for (const place of [root, '/node_modules/', 'file:///'])
        expect(text.includes(place), `${place} in ${path}`).toBe(false);
    }
  }
}

/** Makes requests fail internally by taking away their tables, then the database, then Stripe. */
async function breakEverything(
  stack: BillingStack,
  { client, email }: { client: HttpClient; email: string },
  server: HttpClient,
  withoutStripe: AppProcess,
): Promise<void> {
  const password = 'Canary-that-fails-7';
  const token = client.cookies.values().next().value ?? '';
  const failing: [table: string, ask: () => Promise<{ status: number; text: string }>][] = [
    ['users', () => client.send('/login/email', { json: { email, password } })],
    ['users', () => client.send('/signup/email', { json: { email: `more-${email}`, password } })],
    ['sign_in_sessions', () => client.send('/userstatus')],
    ['one_time_tokens', () => client.send('/reset/email', { json: { email, token, password } })],
    ['storage_servers', () => server.send('/api/storage/keys')],
    ['oidc_artifacts', () => client.send('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })],
  ];
  for (const [table, ask] of failing) {
    await stack.query(`ALTER TABLE ${table} RENAME TO away`);
    const answer = await ask();
    await stack.query(`ALTER TABLE away RENAME TO ${table}`);
    expect(answer.status, table).toBe(500);
    expect(answer.text, 'a fixed text (S82)').not.toMatch(/away|relation|prisma|\.ts/i);
  }
  stack.stack.killPostgres();
  // A backend may answer once more before it notices that its postmaster is gone.
  const refuses = ([message, ask]: (typeof failing)[number]) =>
    expect.poll(async () => (await ask()).status, { message, intervals: [20] }).toBe(503);
  await Promise.all(failing.map(refuses));
  const elsewhere = new HttpClient(withoutStripe.url, client.cookies);
  for (const each of [client, elsewhere]) await expect.poll(async () => (await each.send('/readyz')).status).toBe(200);
  await stack.control.send('fail-api', { count: 100 });
  for (const [what, each] of Object.entries({ 'Stripe fails': client, 'Stripe is unreachable': elsewhere })) {
    const answer = await each.send('/billing');
    expect([answer.status, answer.text.includes('payment provider does not answer')], what).toEqual([503, true]);
  }
}

/** Sends line breaks, ANSI colour codes and quotes in every kind of input, then again with the users table renamed. */
async function forgeLines(stack: BillingStack): Promise<void> {
  const client = new HttpClient(stack.baseUrl);
  const forged = '\n{"level":60,"msg":"FORGED"}\r\n\u001b[31mFORGED\u001b[0m"';
  const ask = () =>
    Promise.all([
      client.send(`/${encodeURIComponent(forged)}`),
      client.send(`/login?error=${encodeURIComponent(forged)}&return_url=${encodeURIComponent(forged)}`),
      client.send('/login/email', { json: { email: `a@b.example${forged}`, password: forged } }),
      client.send('/login/email', { json: { email: 'a@b.example', password: forged } }),
      client.send('/signup/form', { form: { email: forged, password: forged } }),
      client.send('/userstatus', { headers: { 'user-agent': 'FORGED","level":60,"msg":"FORGED', cookie: 'a=FORGED' } }),
      client.send('/oauth2/token', { form: { grant_type: forged, client_id: forged } }),
    ]);
  await ask();
  await stack.query('ALTER TABLE users RENAME TO away');
  await ask();
  await stack.query('ALTER TABLE away RENAME TO users');
}

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { root } from '#local/settings.ts';
import { createBillingStack, type BillingStack } from '../support/billing-stack.ts';
import { HttpClient } from '../support/http-client.ts';
import { servedRoutes } from '../support/routes.ts';
import { Canaries, logFiles, ownSecrets } from './support/canaries.ts';
import { walkOfAdmin, walkOfApplication, walkOfBuyer, walkOfPerson } from './support/canary-walk.ts';
import { newAdmin } from './support/world.ts';

/** What a database calls a hash of ours, or a sealed value. */
const HASHES = /\$argon2|\\x[0-9a-f]{32,}|_hash"|_sealed"|tokenHash|passwordHash/;

test('S54 S81 S83 a walk through everything leaves no secret in a log, a page, or the audit trail', async () => {
  test.setTimeout(240_000);
  const stack = await createBillingStack({ LOG_LEVEL: 'trace' });
  const canaries = new Canaries();
  for (const [name, value] of ownSecrets(stack.stack.dataDir))
    for (const part of value.split(',')) canaries.keep(name, part);
  const walk = { stack, canaries };
  try {
    const person = await walkOfPerson(walk);
    const admin = await newAdmin(stack);
    const { app, server } = await walkOfAdmin(walk, admin);
    await walkOfApplication(walk, person.client, app);
    await walkOfBuyer(walk, person);
    console.log(`${canaries.size} canaries`);
    expect(canaries.size).toBeGreaterThan(50);

    await test.step('no page shows one, as markup or as its payload', async () => {
      const other = await stack.newPerson();
      for (const client of [new HttpClient(stack.baseUrl), other.client, admin.client])
        await expectCleanPages(client, canaries);
    });

    const about = 'errors in the middle of a call are logged, without what the call was about';
    const withoutStripe = await test.step(about, async () => {
      const printed = await breakEverything(stack, person, server);
      const { ADMIN_PASSWORD = '' } = stack.stack.coordinates;
      expect(stack.first.output().split(ADMIN_PASSWORD).length - 1, 'printed once').toBe(1);
      expect(stack.first.output(), 'errors were logged').toContain('unexpected error');
      return printed;
    });

    await test.step('no input forges a line of the log', async () => {
      await forgeLines(stack);
      const lines = stack.first.output().split('\n');
      expect(lines.filter((line) => line.includes('FORGED'))).toEqual([]);
    });

    const trail = await stack.query<{ row: string }>('SELECT t::text AS row FROM audit_events t');
    const jobs = await stack.query<{ row: string }>('SELECT t::text AS row FROM pgboss.job t');
    const places = {
      'what the processes printed': stack.first.output(),
      'what a process without Stripe printed': withoutStripe,
      ...Object.fromEntries(logFiles(stack.stack.dataDir).map((file) => [file, readFileSync(file, 'utf8')])),
    };
    expect(Object.keys(places)).toContainEqual(expect.stringMatching(/postgres\.log$/));
    for (const [place, text] of Object.entries(places)) expect(canaries.namesIn(text), place).toEqual([]);
    expect(trail.length).toBeGreaterThan(20);
    for (const { row } of [...trail, ...jobs])
      expect(
        canaries.namesIn(row).filter((name) => !/email|^checkout/.test(name)),
        row.slice(0, 200),
      ).toEqual([]);
  } finally {
    await stack.remove();
  }
});

/** Every page of the site, as a browser gets it and as the payload that a click within the site asks for. */
async function expectCleanPages(client: HttpClient, canaries: Canaries): Promise<void> {
  const pages = servedRoutes()
    .filter((route) => /^GET \/(?!.*\/api\/)/.test(route) && route !== 'GET /logout')
    .map((route) => route.slice(4).replace('[userId]', '00000000-0000-7000-8000-000000000000'));
  for (const path of pages) {
    let isDocument = false;
    for (const headers of [{ accept: 'text/html' }, { rsc: '1' }] as Record<string, string>[]) {
      if (headers.rsc && !isDocument) continue;
      const { text, headers: received } = await client.send(path, { headers });
      isDocument = received.get('content-type')?.startsWith('text/html') ?? false;
      expect(canaries.namesIn(text), path).toEqual([]);
      expect(text, path).not.toMatch(HASHES);
      for (const place of [root, '/node_modules/', 'file:///'])
        expect(text.includes(place), `${place} in ${path}`).toBe(false);
    }
  }
}

/** Calls that fail inside: their tables are gone, then the database, then Stripe; what was printed without Stripe. */
async function breakEverything(
  stack: BillingStack,
  { client, email }: { client: HttpClient; email: string },
  server: HttpClient,
): Promise<string> {
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
  for (const [, ask] of failing) expect((await ask()).status).toBe(503);
  await expect.poll(async () => (await client.send('/readyz')).status, { timeout: 20_000 }).toBe(200);
  await stack.control.send('fail-api', { count: 100 });
  expect((await client.send('/billing')).status, 'Stripe fails').toBe(503);
  const app = await stack.startApp({ STRIPE_API_BASE: 'http://127.0.0.1:1', LOG_LEVEL: 'trace' });
  expect((await new HttpClient(app.url, client.cookies).send('/billing')).status, 'Stripe is away').toBe(503);
  return app.output();
}

/** Line ends, colours and quotes wherever an input may hold them, and where what it is in fails. */
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

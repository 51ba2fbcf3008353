import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { root } from '#dev/stack/folders.ts';
import { freePort } from '#dev/stack/ports.ts';
import { LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { publicPages } from '#lib/marketing/metadata.ts';
import { PRODUCTION_SITE as SITE } from '#lib/testing/contacts.ts';
import { expect, test } from '../fixtures.ts';
import { findLayoutShifts } from '../support/browser/layout-shifts.ts';
import { collectErrors } from '../support/browser/page.ts';
import { HttpClient } from '../support/http-client.ts';
import type { AppProcess } from '../support/stacks/app-process.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';

/** One build, served by a production instance with its own settings and by a local one with the defaults. */
const SLA = {
  version: '2026-12-01',
  applies: 'Every Enterprise plan has it.',
  definition: ['A minute is lost if no storage host answers.'],
  exclusions: ['Announced maintenance.'],
  credits: [{ reached: 'Below 99.9% of a month', credit: '10% of its price' }],
  claim: 'Write to us within 30 days.',
};
let stack: DetachedStack;
let production: AppProcess;
let local: AppProcess;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stack = await createDetachedStack();
  await stack.startInbox();
  const start = async (settings: Record<string, string>) => {
    const port = String(await freePort());
    return stack.startApp({ ...settings, PORT: port, APP_URL: `http://localhost:${port}` });
  };
  const stripe = { STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`, STRIPE_API_BASE: '' };
  production = await start({ ...SITE, SLA: JSON.stringify(SLA), ...stripe, APP_MODE: 'production', HOST: '0.0.0.0' });
  local = await start({});
  await stack.startWorker();
});
test.afterAll(() => stack.remove());

/** Example hosts, and those of the build, in a text, except the one in the spam sample on the home page. */
const strangersIn = (text: string) =>
  [...text.matchAll(/[\w@.-]*(\.example\b(?!\.com)|(build|origin)\.invalid)/g)]
    .map(([found]) => found)
    .filter((found) => found !== 'parcel-fee.example');

const PAGES = [...publicPages, '/login', '/no/such/page', '/buy?nonsense=1'];
const FILES = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/.well-known/security.txt'];

test('serves no page, page data or file with an example host in production', async () => {
  const client = new HttpClient(production.url);
  for (const address of [...PAGES, ...FILES]) {
    expect.soft(strangersIn((await client.send(address)).text), address).toEqual([]);
  }
  for (const address of publicPages) {
    const data = await client.send(`${address}?_rsc=x`, { headers: { rsc: '1' } });
    expect.soft([data.status, strangersIn(data.text)], `data of ${address}`).toEqual([200, []]);
  }
});

test('contains no configured host in the built scripts and styles', () => {
  const files = globSync('.next/static/**/*.{js,css}', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect.soft(readFileSync(path.join(root, file), 'utf8'), file).not.toMatch(/rspamd\.example|build\.invalid/);
});

test('shows the hosts and email addresses of the instance that serves a page', async () => {
  const expected = {
    '/': ['SUPPORT_MAIL', 'FUZZY_SERVERS'],
    '/pricing': ['SUPPORT_MAIL'],
    '/privacy': ['SUPPORT_MAIL'],
    '/legal': ['SELLER_REGISTRATION', 'SELLER_REGISTER_PLACE', 'SECURITY_MAIL'],
    '/dpa': ['SELLER_ADDRESS'],
    '/setup': ['FUZZY_SERVERS', 'FUZZY_BULK_SERVERS', 'REPOSITORY_HOST'],
    '/.well-known/security.txt': ['SECURITY_MAIL'],
  } as const;
  for (const [address, names] of Object.entries(expected)) {
    const [ours, theirs] = [
      await new HttpClient(production.url).send(address),
      await new HttpClient(local.url).send(address),
    ];
    for (const name of names)
      for (const server of SITE[name].split(',')) expect.soft(ours.text, `${name} in ${address}`).toContain(server);
    for (const name of names)
      for (const server of LOCAL_SITE[name].split(','))
        expect.soft(theirs.text, `${name} in ${address}`).toContain(server);
  }
  const { text } = await new HttpClient(production.url).send('/pricing');
  expect(text).toContain(`href="${SITE.SALES_URL.replaceAll('&', '&amp;')}"`);
  expect(text).toContain(`"email":"${SITE.SUPPORT_MAIL}"`);
});

test('has an SLA page, its links and its place in the sitemap only in the copy whose seller has set one', async ({
  page,
}) => {
  for (const [copy, hasSla] of [
    [production, true],
    [local, false],
  ] as const) {
    const client = new HttpClient(copy.url);
    const { status, text } = await client.send('/sla');
    expect([status, text.includes('10% of its price')]).toEqual([hasSla ? 200 : 404, hasSla]);
    expect((await client.send('/sla')).status).toBe(status);
    expect((await client.send('/sitemap.xml')).text.includes('/sla<')).toBe(hasSla);
    expect((await client.send('/')).text.includes('href="/sla"')).toBe(hasSla);
    expect((await client.send('/terms')).text.includes('href="/sla"')).toBe(hasSla);
    const problems = collectErrors(page);
    await page.goto(`${copy.url}/pricing`);
    await page
      .getByRole('link', { name: hasSla ? 'what it says' : 'agreed in the contract' })
      .first()
      .click();
    await expect(page).toHaveURL(hasSla ? /\/sla$/ : /\/terms#availability$/);
    await page.goto(`${copy.url}/sla`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      hasSla ? 'Service level agreement' : 'Oops! Page not found',
    );
    expect(problems.filter((problem) => !/401|404/.test(problem))).toEqual([]);
  }
});

test('hydrates the pages without errors, and shows the email addresses in dialogs', async ({ page }) => {
  const problems = collectErrors(page);
  await page.goto(`${production.url}/pricing`);
  await expect(page.getByRole('link', { name: 'Contact Sales' }).last()).toHaveAttribute('href', SITE.SALES_URL);
  await page.getByRole('button', { name: 'Privacy' }).click();
  await expect(page.getByRole('dialog')).toContainText(SITE.SUPPORT_MAIL);
  await page.goto(`${production.url}/setup`);
  await expect(page.locator('body')).toContainText(`servers = "round-robin:${SITE.FUZZY_BULK_SERVERS}"`);
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
});

test('shows live facts in production and samples in the demo, and an approved testimonial on both within ten seconds', async () => {
  const section = async (copy: AppProcess) =>
    /<section id="testimonials"[^]*?<\/section>/.exec((await new HttpClient(copy.url).send('/')).text)?.[0] ?? '';
  expect(await section(production)).toContain('matched a known hash');
  expect(await section(production)).not.toContain('Sample');
  expect(await section(local)).toContain('Sample');
  const admin = await logInAsAdmin(stack, production.url);
  const json = {
    ...{ quote: 'It works here.', author: 'A. Person', position: 'Postmaster', company: 'Example Ltd', rating: 4 },
    ...{ company_logo: '', given_on: '2026-11-02', consent: 'Signed form' },
  };
  const send = async (path: string, body: object) =>
    JSON.parse((await admin.send(`/admin/api/testimonials${path}`, { method: 'POST', json: body })).text) as {
      id: number;
      version: number;
    };
  const { id, version } = await send('', json);
  const approved = await send(`/${id}/approve`, { version });
  for (const copy of [production, local])
    await expect.poll(() => section(copy), { timeout: 15_000 }).toMatch(/It works here\.[^]*Example Ltd[^]*2026-11-02/);
  expect(await section(local)).not.toContain('Sample');
  await send(`/${id}/withdraw`, { version: approved.version });
  await expect.poll(() => section(production), { timeout: 15_000 }).toContain('matched a known hash');
});

for (const width of [360, 768, 1440])
  test(`shifts nothing on / in production when the live figures arrive, at ${width} px (P2)`, async ({ page }) => {
    const live = { requests_last_day: 98_765_432, requests_per_second: 1143.1, hit_rate: 0.1234, storage_hosts: 12 };
    await page.route('**/api/live', (route) =>
      route.fulfill({ json: { live: { ...live, at: '2026-11-23T18:05:00Z' } } }),
    );
    await page.setViewportSize({ width, height: 740 });
    expect(await findLayoutShifts(page, `${production.url}/`)).toEqual([]);
    const section = page.locator('#testimonials');
    await expect(section.getByRole('definition')).toHaveText(['98.8M', '12%', '12']);
    const height = (await section.boundingBox())?.height;
    await page.route('**/api/live', (route) => route.fulfill({ json: { live: null } }));
    await page.reload();
    await expect(section.getByRole('definition')).toHaveText(['–', '–', '–']);
    expect((await section.boundingBox())?.height, 'without figures').toBe(height);
  });

test('sends emails with the support address of the instance that queued them', async () => {
  await logInAsAdmin(stack, production.url);
  await logInAsAdmin(stack, production.url);
  const mails = () => stack.mailbox.list(stack.adminEmail);
  await expect.poll(async () => (await mails()).some(({ text }) => text.includes(SITE.SUPPORT_MAIL))).toBe(true);
  for (const { text, html } of await mails()) expect(strangersIn(text + html)).toEqual([]);
});

test('serves prerendered pages with an ETag and without a nonce, and their scripts as immutable (S42)', async () => {
  const client = new HttpClient(production.url);
  for (const address of ['/', '/pricing', '/setup', '/privacy']) {
    const { headers, text } = await client.send(address);
    expect.soft(headers.get('cache-control'), address).toBe('public, max-age=0, must-revalidate');
    expect.soft(headers.get('content-security-policy'), address).not.toContain('nonce-');
    expect.soft(headers.get('content-security-policy'), address).toContain("'sha256-");
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect.soft((await client.send(address, known)).status, address).toBe(304);
    const data = await client.send(address, { headers: { rsc: '1' } });
    // Next redirects to the URL of the data, which depends on other headers of the request.
    expect.soft([data.status, data.headers.get('cache-control')], `data of ${address}`).toEqual([303, 'no-store']);
    const script = /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? '';
    for (const coding of ['gzip', 'identity']) {
      const answer = await client.send(script, { headers: { 'accept-encoding': coding } });
      expect.soft(answer.headers.get('cache-control'), script).toBe('public, max-age=31536000, immutable');
    }
  }
  const { headers } = await client.send('/login');
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('content-security-policy')).toContain('nonce-');
});

test('serves scripts and stylesheets as the Brotli copies that the build wrote (P1)', async () => {
  const client = new HttpClient(production.url);
  const { text } = await client.send('/');
  const files = new Set(text.match(/\/_next\/static\/[^"]+\.(js|css)/g));
  expect(files.size).toBeGreaterThan(3);
  for (const file of files) {
    const { headers } = await client.send(file, { headers: { 'accept-encoding': 'br' } });
    expect.soft(headers.get('content-encoding'), file).toBe('br');
  }
});

test('does not serve the image optimizer', async () => {
  const { status } = await new HttpClient(production.url).send('/_next/image?url=%2Fapple-icon.png&w=64&q=75');
  expect(status).toBe(404);
});

test('serves metrics on 127.0.0.1 only, even when the site listens on all interfaces', async () => {
  const { port } = new URL(production.metricsUrl);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.2:${new URL(production.url).port}/healthz`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
});

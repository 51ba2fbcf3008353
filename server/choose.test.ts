import { globSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { urlOf } from '#bin/openapi/url-of.ts';
import { published } from '#lib/openapi/published.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { createLoadShedder, type Bounds } from './admission/load-shedding.ts';
import { answerOverload } from './admission/overload-response.ts';
import { noBuild } from './build.ts';
import { createChooser, type Choice } from './choose.ts';
import type { PublicPages } from './public-pages.ts';
import { setHeaders } from './request-headers.ts';
import type { StaticResponse } from './static-responses.ts';
import { createRouteTable } from './unknown-path.ts';

const root = path.resolve(import.meta.dirname, '..');
const pages = globSync('app/**/page.tsx', { cwd: root }).map(urlOf);
const routes = Object.fromEntries(pages.map((page) => [`${page}/page`, page]));
const MADE = ['/', '/pricing', '/setup'];
const PRERENDERED = [...MADE, '/privacy'];
const script = { etag: 'a', headers: {}, inlineHashes: [], bodies: { br: Buffer.from('x') }, pending: {} };
const page = { ...script, inlineHashes: ['sha256-x'], bodies: { identity: Buffer.from('<p>') } };
/** `/privacy` is not rendered yet. */
const publicPages: PublicPages = {
  has: (pathname) => PRERENDERED.includes(pathname),
  find: (pathname, query, { headers }) =>
    PRERENDERED.includes(pathname) && (headers.rsc === undefined || query.includes('_rsc'))
      ? { made: pathname === '/privacy' ? undefined : page, make: async () => page }
      : null,
  refresh: async () => [],
};
const build = {
  ...noBuild(),
  routes: createRouteTable(routes),
  files: new Map<string, StaticResponse>([['/_next/static/a.js', script]]),
  pages: publicPages,
};
let byNext: string[] = [];
let last: Choice | undefined;
const choose = createChooser({
  build,
  readiness: { findProblems: async () => [] },
  isStopping: () => false,
  makeSigningKeys: () => {},
  handleNext: async (req, res) => {
    byNext.push(`${req.method} ${req.url}`);
    res.end();
  },
  beforeNext: async () => {},
});
const NONE = { atOnce: 0, waiting: 0, line: 0 };
const FULL: Bounds = {
  lanes: {
    reads: { ...NONE, count: 'people' },
    writes: { ...NONE, count: 'people' },
    light: { ...NONE, count: 'people' },
    programs: { ...NONE, count: 'programs' },
    webhooks: { ...NONE, count: 'webhooks' },
  },
  ofGroup: { people: 6, programs: 6, webhooks: 6 },
  patience: 1000,
  startingUp: 0,
};
const loadShedder = createLoadShedder(() => true, FULL);
let areFull = true;
const server = createServer({ requireHostHeader: false, maxHeaderSize: 40_000 }, (req, res) => {
  req.headers[REQUEST_ID_HEADER] = '00000000-0000-4000-8000-000000000000';
  const choice = (last = choose(req));
  const begin = () => {
    setHeaders(req, res, choice);
    void choice.answer(req, res);
  };
  if (choice.cost === 'none' || !areFull) begin();
  else loadShedder.enter(choice.cost, 'a group', begin, () => answerOverload(req, res, choice.kind === 'oauth'));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => void (byNext = []));

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
const ask = (url: string, headers: Record<string, string> | string[] = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, path: url, headers, method, agent: false }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
    })
      .on('error', reject)
      .end();
  });

const RSC = { rsc: '1' };
const PREFETCH = { ...RSC, 'next-router-prefetch': '1' };
const SEGMENT = { ...PREFETCH, 'next-router-segment-prefetch': '/_tree' };
const HTML = { accept: 'text/html' };
const calls = Object.entries(published.paths).flatMap(([url, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), url.replaceAll(/\{\w+\}/g, 'x')] as const),
);
const HEALTH = new Set(['/healthz', '/readyz']);

test('refuses every request that would reach Next, the provider or a handler while the lanes are full (S87, R17)', async () => {
  const asked: [method: string, url: string, headers: Record<string, string>][] = [
    ...[...pages.map((each) => each.replaceAll(/\[\w+\]/g, 'x')), '/no/such/page', '/_next/static/b.js'].flatMap(
      (url) => [HTML, RSC, PREFETCH, SEGMENT].map((headers) => ['GET', url, { ...HTML, ...headers }] as const),
    ),
    ...pages.map((each) => ['OPTIONS', each.replaceAll(/\[\w+\]/g, 'x'), {}] as const),
    ...calls.filter(([, url]) => !HEALTH.has(url)).map(([method, url]) => [method, url, {}] as const),
    ['GET', '/_next/static/a.js', { 'accept-encoding': 'identity' }],
  ].map(([method, url, headers]) => [method, url, headers] as [string, string, Record<string, string>]);
  const wrong: string[] = [];
  for (const [method, url, headers] of asked) {
    const { status } = await ask(url, headers, method);
    const isFromMemory = method === 'GET' && MADE.includes(url) && !('rsc' in headers);
    if (status !== (isFromMemory ? 200 : 503)) wrong.push(`${method} ${url} ${JSON.stringify(headers)}: ${status}`);
  }
  expect(asked.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
  expect(byNext).toEqual([]);
});

test('answers from memory, and refuses what nothing serves, while the lanes are full', async () => {
  const statuses = [
    await ask('/pricing', HTML),
    await ask('/pricing?_rsc=1', RSC),
    await ask('/_next/static/a.js', { 'accept-encoding': 'br' }),
    await ask('/healthz'),
    await ask('/readyz'),
    await ask('/api/none'),
    await ask('/dashboard', {}, 'DELETE'),
    await ask('/', {}, 'PURGE'),
    await ask('/%'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 404, 405, 405, 400]);
});

test('gives a public page the hashes of its own scripts and no nonce, also at its first use', async () => {
  areFull = false;
  onTestFinished(() => void (areFull = true));
  for (const url of ['/pricing', '/privacy']) {
    const { status, headers, text } = await ask(url, HTML);
    expect([status, text]).toEqual([200, '<p>']);
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-x';");
  }
  expect(byNext).toEqual([]);
  expect(last?.cost).toBe('reads');
});

test('keeps the caching of a public page for what Next answers about it', async () => {
  await ask('/pricing', RSC);
  expect(last?.policy).toMatchObject({ hasNonce: false, cacheControl: expect.stringMatching(/^public/) });
  await ask('/dashboard', RSC);
  expect(last?.policy).toEqual({ inlineHashes: build.inlineHashes, hasNonce: true });
});

const longest = (bytes: number) => `a=${'x'.repeat(bytes - 2)}`;
const parameters = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`).join('&');

test.each([
  ['a page', '/login', 2048],
  ['a prerendered page', '/', 2048],
  ['a health check', '/healthz', 2048],
  ['an unknown path', '/no/such/page', 2048],
  ['an endpoint', '/usagegraph/24h', 2048],
  ['an authorization request', '/oauth2/authorize', 16 * 1024],
  ['our page of an authorization', '/oauth2/authorize/x', 16 * 1024],
  ['discovery', '/.well-known/openid-configuration', 16 * 1024],
])(
  'refuses a query of %s with too many bytes or parameters before anything reads it (S87)',
  async (_what, url, most) => {
    for (const headers of [HTML, RSC, {}]) {
      for (const query of [longest(most + 1), parameters(51)])
        expect((await ask(`${url}?${query}`, headers)).status, query.slice(0, 20)).toBe(414);
      for (const query of [longest(most), parameters(50)])
        expect((await ask(`${url}?${query}`, headers)).status, query.slice(0, 20)).not.toBe(414);
    }
  },
);

test('refuses a path of more than 2 kB, and headers of more than 16 kB (S28, S87)', async () => {
  expect((await ask(`/${'a'.repeat(2048)}`, HTML)).status).toBe(414);
  expect((await ask('/', { cookie: 'a'.repeat(16 * 1024) })).status).toBe(431);
  expect((await ask('/pricing', { cookie: 'a'.repeat(15 * 1024) })).status).toBe(200);
});

test('says why to a browser, an OAuth client and any other caller', async () => {
  const html = await ask(`/login?${parameters(51)}`, HTML);
  expect([html.headers['content-type'], html.headers['cache-control']]).toEqual([
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(html.text).toContain('The URL of this request is too long.');
  expect(html.text).toContain(html.headers['x-request-id']);
  const json = await ask(`/usagegraph/24h?${parameters(51)}`);
  expect(JSON.parse(json.text)).toMatchObject({ code: 'uri_too_long', request_id: json.headers['x-request-id'] });
  const oauth = await ask(`/oauth2/token?${parameters(51)}`);
  expect(JSON.parse(oauth.text)).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
});

test.each([
  ['two hosts', ['Host', 'a.example', 'Host', 'b.example'], '/pricing'],
  ['the same host twice', ['Host', 'a.example', 'host', 'a.example'], '/pricing'],
  ['the URL of another site', [], 'http://evil.example/pricing'],
])('answers %s with 400 (RFC 9112 §3.2)', async (_what, headers, url) => {
  expect((await ask(url, headers)).status).toBe(400);
});

test('allows the scripts of the moment when Next answers to a request that waited while they changed', async () => {
  const changing = { ...build, inlineHashes: ['sha256-before'] };
  const chooseLater = createChooser({
    build: changing,
    readiness: { findProblems: async () => [] },
    isStopping: () => false,
    makeSigningKeys: () => {},
    handleNext: async (_req, res) => void res.end(),
    beforeNext: async () => {},
  });
  const waiting = createServer((req, res) => {
    req.headers[REQUEST_ID_HEADER] = '00000000-0000-4000-8000-000000000000';
    const choice = chooseLater(req);
    changing.inlineHashes = ['sha256-after'];
    setHeaders(req, res, choice);
    void choice.answer(req, res);
  });
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void waiting.close());
  const { headers } = await fetch(`http://127.0.0.1:${(waiting.address() as AddressInfo).port}/account`);
  expect(headers.get('content-security-policy')).toContain("'sha256-after'");
});

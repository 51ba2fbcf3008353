import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import {
  answerStatic,
  compressStaticFiles,
  findStatic,
  readPrerenderedPages,
  readStaticFiles,
} from './static-responses.ts';
import { BUILD_ORIGIN } from '#lib/http/public-origin.ts';

const ORIGIN = 'https://premium.example';
const PAGE = `<link rel="canonical" href="${BUILD_ORIGIN}/"><p>${'Straße '.repeat(400)}</p>`;
const SERVED = PAGE.replace(BUILD_ORIGIN, ORIGIN);
const FILE = 'export const color = 1;\n'.repeat(200);
const folder = mkdtempSync(path.join(tmpdir(), 'ready-'));
const server = createServer();
let port = 0;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'server/app'), { recursive: true });
  const routes = {
    '/': { initialRevalidateSeconds: false },
    '/pricing': { initialRevalidateSeconds: false },
    '/news': { initialRevalidateSeconds: 60 },
    '/_not-found': { initialRevalidateSeconds: false },
    '/robots.txt': { initialRevalidateSeconds: false },
  };
  writeFileSync(path.join(folder, 'prerender-manifest.json'), JSON.stringify({ version: 4, routes }));
  for (const name of ['index', 'pricing', 'news', '_not-found'])
    writeFileSync(path.join(folder, `server/app/${name}.html`), PAGE);
  mkdirSync(path.join(folder, 'static/chunks/[id]'), { recursive: true });
  for (const file of ['chunks/a.js', 'chunks/[id]/b.css', 'chunks/icon.svg'])
    writeFileSync(path.join(folder, 'static', file), FILE);
  await compressStaticFiles(folder);
  const ready = new Map([
    ...(await readPrerenderedPages(folder, { ...localContacts, origin: ORIGIN })),
    ...readStaticFiles(folder),
  ]);
  server.on('request', (req, res) => {
    const known = ready.get(req.url?.split('?')[0] ?? '');
    const found = known && findStatic(known, req);
    if (found) void answerStatic(found, req, res);
    else res.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

type Answer = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer };
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const options = { port, path: url, headers, method, agent: false };
    const sent = (method === 'GET' ? get : request)(options, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['gzip, br;q=0.5', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
  ['identity', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('answers Accept-Encoding %j with %j and the origin of this copy (P3)', async (accepted, encoding, open) => {
  const answer = await ask('/?billing=yearly', { 'accept-encoding': accepted });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  expect(answer.headers.vary).toContain('accept-encoding');
  expect(open(answer.body).toString()).toBe(SERVED);
});

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])(
  'answers Accept-Encoding %j with the %j copies of scripts and stylesheets, cached as immutable (P1)',
  async (accepted, encoding, open) => {
    for (const [url, type] of [
      ['/_next/static/chunks/a.js?v=1', 'application/javascript; charset=UTF-8'],
      ['/_next/static/chunks/[id]/b.css', 'text/css; charset=UTF-8'],
    ] as const) {
      const answer = await ask(url, { 'accept-encoding': accepted });
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          'content-encoding': encoding,
          'content-type': type,
          'content-length': String(answer.body.length),
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        },
      });
      expect(open(answer.body).toString()).toBe(FILE);
    }
  },
);

test('answers a known ETag with 304 and no body, and gives each content coding its own ETag', async () => {
  const first = await ask('/pricing', { 'accept-encoding': 'gzip' });
  const plain = await ask('/pricing');
  const { etag = '' } = first.headers;
  expect(etag).not.toBe(plain.headers.etag);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask('/pricing', { 'accept-encoding': 'gzip', 'if-none-match': tags });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
  expect((await ask('/pricing', { 'accept-encoding': 'gzip', 'if-none-match': '"other"' })).status).toBe(200);
  const reload = { 'accept-encoding': 'gzip', 'if-none-match': etag, 'cache-control': 'no-cache' };
  expect((await ask('/pricing', reload)).status).toBe(304);
});

test('answers HEAD without a body, and with the Content-Length of GET', async () => {
  const [head, full] = [await ask('/', {}, 'HEAD'), await ask('/')];
  expect(head.body).toHaveLength(0);
  expect(head.headers['content-length']).toBe(full.headers['content-length']);
});

test.each([
  ['the data of a navigation', '/', { rsc: '1' }, 'GET'],
  ['another method', '/', {}, 'POST'],
  ['a page that is revalidated', '/news', {}, 'GET'],
  ['the not-found page', '/_not-found', {}, 'GET'],
  ['a route that is not a page', '/robots.txt', {}, 'GET'],
  ['an unknown path', '/nothing', {}, 'GET'],
  ['a path with a trailing slash', '/pricing/', {}, 'GET'],
  ['a file of another type', '/_next/static/chunks/icon.svg', { 'accept-encoding': 'br' }, 'GET'],
  ['a file for a client without Accept-Encoding', '/_next/static/chunks/a.js', {}, 'GET'],
  ['a compressed file by its own name', '/_next/static/chunks/a.js.br', { 'accept-encoding': 'br' }, 'GET'],
])('leaves %s to Next', async (_what, url, headers, method) => {
  expect((await ask(url, headers as Record<string, string>, method)).status).toBe(418);
});

test('compresses a page once, and not on the event loop', async () => {
  const pages = await readPrerenderedPages(folder, { ...localContacts, origin: ORIGIN });
  const known = pages.get('/');
  if (!known) throw new Error('no page');
  const first = answerStatic({ known, encoding: 'br' }, { headers: {} }, answer());
  expect(known.bodies.br, 'the body is compressed while the event loop turns').toBeUndefined();
  const compressing = known.pending.br;
  await Promise.all([first, answerStatic({ known, encoding: 'br' }, { headers: {} }, answer())]);
  expect(await compressing).toBe(known.bodies.br);
});

test('reads a page again with other settings in the codings that clients asked for before, and keeps one that is the same', async () => {
  const settings = { ...localContacts, origin: ORIGIN };
  const before = await readPrerenderedPages(folder, settings);
  for (const known of before.values()) await answerStatic({ known, encoding: 'gzip' }, { headers: {} }, answer());
  expect(await readPrerenderedPages(folder, settings, before)).toEqual(before);
  const after = await readPrerenderedPages(folder, { ...settings, origin: 'https://other.example' }, before);
  const { identity, gzip, br } = after.get('/')?.bodies ?? {};
  expect(gunzipSync(gzip ?? '').equals(identity ?? Buffer.of())).toBe(true);
  expect([identity?.includes('https://other.example'), br]).toEqual([true, undefined]);
});

/** A response without a connection. */
const answer = () => new ServerResponse(new IncomingMessage(new Socket()));

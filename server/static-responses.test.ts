import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerStatic,
  compressStaticFiles,
  findStatic,
  readStaticFiles,
  type StaticResponse,
} from './static-responses.ts';

const PAGE = `<p>${'Straße '.repeat(400)}</p>`;
const FILE = 'export const color = 1;\n'.repeat(200);
const folder = mkdtempSync(path.join(tmpdir(), 'ready-'));
const server = createServer();
let port = 0;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'static/chunks/[id]'), { recursive: true });
  for (const file of ['chunks/a.js', 'chunks/[id]/b.css', 'chunks/icon.svg'])
    writeFileSync(path.join(folder, 'static', file), FILE);
  await compressStaticFiles(folder);
  const ready = new Map([
    ['/', page()],
    ['/pricing', page()],
    ['/none', { ...page(), status: 404 as const }],
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

/** A kept page as server/public-pages.ts makes it. */
const page = (): StaticResponse => ({
  etag: 'an etag',
  headers: { 'content-type': 'text/html; charset=utf-8', vary: 'rsc, accept-encoding' },
  inlineHashes: [],
  bodies: { identity: Buffer.from(PAGE) },
  pending: {},
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
])('answers Accept-Encoding %j with %j (P3)', async (accepted, encoding, open) => {
  const answer = await ask('/?billing=yearly', { 'accept-encoding': accepted });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  expect(answer.headers.vary).toContain('accept-encoding');
  expect(open(answer.body).toString()).toBe(PAGE);
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

test('answers a page that does not exist with 404, whatever the client knows', async () => {
  const answer = await ask('/none', { 'if-none-match': '*' });
  expect([answer.status, answer.headers.etag, answer.body.toString()]).toEqual([404, undefined, PAGE]);
});

test('answers HEAD without a body, and with the Content-Length of GET', async () => {
  const [head, full] = [await ask('/', {}, 'HEAD'), await ask('/')];
  expect(head.body).toHaveLength(0);
  expect(head.headers['content-length']).toBe(full.headers['content-length']);
});

test.each([
  ['a file of another type', '/_next/static/chunks/icon.svg', { 'accept-encoding': 'br' }, 'GET'],
  ['a file for a client without Accept-Encoding', '/_next/static/chunks/a.js', {}, 'GET'],
  ['a compressed file by its own name', '/_next/static/chunks/a.js.br', { 'accept-encoding': 'br' }, 'GET'],
])('leaves %s to Next', async (_what, url, headers, method) => {
  expect((await ask(url, headers as Record<string, string>, method)).status).toBe(418);
});

test('compresses a page once, and not on the event loop', async () => {
  const known = page();
  const first = answerStatic({ known, encoding: 'br' }, { headers: {} }, answer());
  expect(known.bodies.br, 'the body is compressed while the event loop turns').toBeUndefined();
  const compressing = known.pending.br;
  await Promise.all([first, answerStatic({ known, encoding: 'br' }, { headers: {} }, answer())]);
  expect(await compressing).toBe(known.bodies.br);
});

/** A response without a connection. */
const answer = () => new ServerResponse(new IncomingMessage(new Socket()));

import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { withSettings, type CopySettings } from '#lib/http/public-origin.ts';
import { inlineScriptHashes } from '#lib/http/security-headers.ts';
import { scriptsAfterPaint } from './scripts-after-paint.ts';

/** In order of preference, for a client that weights several equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** A response prepared in advance: a prerendered page with the CSP hashes of its inline scripts, or a build file. */
type StaticResponse = {
  etag: string;
  headers: Readonly<Record<string, string>>;
  inlineHashes: readonly string[];
  bodies: Partial<Record<Encoding, Buffer>>;
};
/** By path. */
export type StaticResponses = ReadonlyMap<string, StaticResponse>;

const Manifest = z.object({
  routes: z.record(z.string(), z.object({ initialRevalidateSeconds: z.union([z.number(), z.literal(false)]) })),
});
/** Browsers and CDNs revalidate a page each time, because a new build changes it. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': PAGE_CACHE_CONTROL,
  vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, accept-encoding',
};
const FILE_TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
/** Clients wait while a page is first compressed. Quality 10 takes a tenth of the time of 11, for 2% more bytes. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * The pages that `next build` wrote and that never change, with this copy's settings. Next would compress and hash them
 * on every request (P3). `buildDir` is the build's folder (.next).
 */
export function readPrerenderedPages(buildDir: string, settings: CopySettings): StaticResponses {
  const { routes } = Manifest.parse(JSON.parse(readFileSync(path.join(buildDir, 'prerender-manifest.json'), 'utf8')));
  const pages = new Map<string, StaticResponse>();
  for (const [route, { initialRevalidateSeconds }] of Object.entries(routes)) {
    const file = path.join(buildDir, 'server/app', `${route === '/' ? 'index' : route.slice(1)}.html`);
    if (initialRevalidateSeconds !== false || route.startsWith('/_') || !existsSync(file)) continue;
    const html = scriptsAfterPaint(withSettings(readFileSync(file, 'utf8'), settings));
    const inlineHashes = inlineScriptHashes(html);
    pages.set(route, {
      etag: hash(html),
      headers: PAGE_HEADERS,
      inlineHashes,
      bodies: { identity: Buffer.from(html) },
    });
  }
  return pages;
}

/** Writes Brotli and gzip copies of each script and stylesheet of the build, at the best compression (P1). */
export async function compressStaticFiles(buildDir: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const write = async (file: string) => {
    const body = await readFile(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(body, quality),
      promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    await Promise.all([writeFile(file + SUFFIXES.br, br), writeFile(file + SUFFIXES.gzip, gz)]);
  };
  const files = globSync(`static/**/*{${Object.keys(FILE_TYPES).join()}}`, { cwd: buildDir });
  await Promise.all(files.map((file) => write(path.join(buildDir, file))));
}

/** Responses for the files that `compressStaticFiles` wrote. Next serves others, and clients that accept no compression. */
export function readStaticFiles(buildDir: string): StaticResponses {
  const cwd = path.join(buildDir, 'static');
  const names = globSync(`**/*${SUFFIXES.br}`, { cwd }).map((name) => name.slice(0, -SUFFIXES.br.length));
  return new Map(
    names.map((name) => {
      const read = (suffix: string) => readFileSync(path.join(cwd, name + suffix));
      const [br, gzip] = [read(SUFFIXES.br), read(SUFFIXES.gzip)];
      const headers = {
        'content-type': FILE_TYPES[path.extname(name)] ?? '',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      };
      return [`/_next/static/${name}`, { etag: hash(br), headers, inlineHashes: [], bodies: { br, gzip } }];
    }),
  );
}

const hash = (body: string | Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/**
 * Answers a GET or HEAD that has a prepared response. Returns false for any other request, such as one for navigation
 * data, which Next answers.
 */
export function answerStatic(answers: StaticResponses, req: IncomingMessage, res: ServerResponse): boolean {
  const known = answers.get((req.url ?? '').split('?', 1)[0] ?? '');
  if (!known || req.headers.rsc !== undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  const encoding = new Negotiator(req).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
  const body = known.bodies[encoding] ?? compress(known.bodies.identity, encoding);
  if (!body) return false;
  known.bodies[encoding] = body;
  const etag = `"${known.etag}-${encoding}"`;
  for (const [name, value] of Object.entries(known.headers)) res.setHeader(name, value);
  res.setHeader('etag', etag);
  // No other condition is checked: pages have no Last-Modified, and Cache-Control in a request is meant for caches.
  if (fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag })) {
    res.removeHeader('content-type');
    res.writeHead(304).end();
    return true;
  }
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
  res.writeHead(200, { 'content-length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}

function compress(body: Buffer | undefined, encoding: Encoding): Buffer | undefined {
  if (!body || encoding === 'identity') return body;
  return encoding === 'br' ? brotliCompressSync(body, PAGE_QUALITY) : gzipSync(body, { level: 9 });
}

import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import { type CopySettings, withSettings } from '#lib/http/public-origin.ts';

/** In order of preference, for a client that weights several equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** A response prepared in advance: a prerendered page with the CSP hashes of its inline scripts, or a build file. */
export type StaticResponse = {
  etag: string;
  headers: Readonly<Record<string, string>>;
  inlineHashes: readonly string[];
  bodies: Partial<Record<Encoding, Buffer>>;
  /** bodies that another thread is compressing */
  pending: Partial<Record<Encoding, Promise<Buffer>>>;
};
/** By path. */
export type StaticResponses = ReadonlyMap<string, StaticResponse>;
/** A static response in the content coding that the client prefers. */
export type FoundResponse = { known: StaticResponse; encoding: Encoding };

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
/** The first client waits while a page is compressed. Quality 10 takes a tenth of the time of 11, for 2% more bytes. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/**
 * The pages that `next build` wrote and that never change, with this copy's settings. Next would compress and hash them
 * on every request (P3). `buildDir` is the build's folder (.next). A page that is the same as in `before` keeps its
 * compressed bodies, and a changed one is compressed before this resolves in each coding that clients have asked for.
 * The event loop turns between two pages.
 */
export async function readPrerenderedPages(
  buildDir: string,
  settings: CopySettings,
  before: StaticResponses = new Map(),
): Promise<StaticResponses> {
  const { routes } = Manifest.parse(JSON.parse(await readFile(path.join(buildDir, 'prerender-manifest.json'), 'utf8')));
  const pages = new Map<string, StaticResponse>();
  for (const [route, { initialRevalidateSeconds }] of Object.entries(routes)) {
    const file = path.join(buildDir, 'server/app', `${route === '/' ? 'index' : route.slice(1)}.html`);
    if (initialRevalidateSeconds !== false || route.startsWith('/_') || !existsSync(file)) continue;
    const html = scriptsAfterPaint(withSettings(await readFile(file, 'utf8'), settings));
    const known = before.get(route);
    const etag = hash(html);
    pages.set(route, known?.etag === etag ? known : await madePage(html, etag, known));
  }
  return pages;
}

async function madePage(html: string, etag: string, before: StaticResponse | undefined): Promise<StaticResponse> {
  const bodies = { identity: Buffer.from(html) };
  const page = { etag, headers: PAGE_HEADERS, inlineHashes: inlineScriptHashes(html), bodies, pending: {} };
  for (const encoding of ENCODINGS) if (before?.bodies[encoding]) await compressed(page, encoding);
  return page;
}

/** Writes Brotli and gzip copies of each script and stylesheet of the build, at the best compression (P1). */
export async function compressStaticFiles(buildDir: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const write = async (file: string) => {
    const body = await readFile(file);
    const [br, gz] = await Promise.all([brotli(body, quality), gzipped(body, { level: constants.Z_BEST_COMPRESSION })]);
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
      return [
        `/_next/static/${name}`,
        { etag: hash(br), headers, inlineHashes: [], bodies: { br, gzip }, pending: {} },
      ];
    }),
  );
}

const hash = (body: string | Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/**
 * The response to a GET or HEAD in the client's coding. Null for any other request, such as one for navigation data,
 * and for a coding that the response does not have: Next answers these.
 */
export function findStatic(known: StaticResponse, req: IncomingMessage): FoundResponse | null {
  if (req.headers.rsc !== undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return null;
  const encoding = new Negotiator(req).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
  return known.bodies[encoding] || known.bodies.identity ? { known, encoding } : null;
}

/** Answers with a response that `findStatic` found. */
export async function answerStatic(
  { known, encoding }: FoundResponse,
  req: Pick<IncomingMessage, 'headers' | 'method'>,
  res: ServerResponse,
) {
  const etag = `"${known.etag}-${encoding}"`;
  for (const [name, value] of Object.entries(known.headers)) res.setHeader(name, value);
  res.setHeader('etag', etag);
  // No other condition is checked: pages have no Last-Modified, and Cache-Control in a request is meant for caches.
  if (fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag })) {
    res.removeHeader('content-type');
    res.writeHead(304).end();
    return;
  }
  const body = known.bodies[encoding] ?? (await compressed(known, encoding));
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
  res.writeHead(200, { 'content-length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The page in a coding, compressed once, outside the event loop. */
function compressed({ bodies, pending }: StaticResponse, encoding: Encoding): Promise<Buffer> {
  const { identity = Buffer.of() } = bodies;
  const make = async () => {
    const body =
      encoding === 'br'
        ? await brotli(identity, PAGE_QUALITY)
        : encoding === 'gzip'
          ? await gzipped(identity, { level: 9 })
          : identity;
    delete pending[encoding];
    return (bodies[encoding] = body);
  };
  return (pending[encoding] ??= make());
}

/** A script as React writes it into a prerendered page, and its preload. */
const SCRIPT = /<script src="([^"]+)" async=""><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
/** A browser that reports no paint starts the scripts after this time. */
const PATIENCE_MS = 1000;

/**
 * A prerendered page whose scripts are fetched and run after its first paint (P1, docs/decisions/0019), so that they do
 * not compete with its content for bandwidth and CPU. A hidden tab never paints, so it does not wait.
 */
export function scriptsAfterPaint(html: string): string {
  const sources = [...html.matchAll(SCRIPT)].map(([, source = '']) => source);
  const page = html.replaceAll(SCRIPT, '').replaceAll(PRELOAD, '');
  const end = page.lastIndexOf('</body>');
  return sources.length && end > 0
    ? `${page.slice(0, end)}<script>${starter(sources)}</script>${page.slice(end)}`
    : html;
}

/** Sets `async` and `src`, by which React finds its scripts. React would add a script that it does not find. */
const starter = (sources: readonly string[]) =>
  `(s=>{let f=()=>s.splice(0).forEach(u=>{let e=document.createElement("script");e.src=u;e.async=true;document.head.append(e)});` +
  `if(document.hidden)f();else{setTimeout(f,${PATIENCE_MS});new PerformanceObserver(f).observe({type:"paint",buffered:true})}})` +
  `(${JSON.stringify(sources).replaceAll('<', '\\u003c')})`;

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { withOrigin } from './public-origin.ts';
import { inlineScriptHashes } from './security-headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';
/** A prerendered page with the CSP hashes of its inline scripts, compressed when it is first asked for. */
type Page = {
  etag: string;
  inlineHashes: readonly string[];
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};
export type PrerenderedPages = ReadonlyMap<string, Page>;

const Manifest = z.object({
  routes: z.record(z.string(), z.object({ initialRevalidateSeconds: z.union([z.number(), z.literal(false)]) })),
});

/**
 * The pages that `next build` wrote and that never change, by path, with this copy's origin in them. Next would compress
 * and hash them at every request (P3). `buildDir` is the build's folder (.next).
 */
export function readPrerenderedPages(buildDir: string, origin: string): PrerenderedPages {
  const { routes } = Manifest.parse(JSON.parse(readFileSync(path.join(buildDir, 'prerender-manifest.json'), 'utf8')));
  const pages = new Map<string, Page>();
  for (const [route, { initialRevalidateSeconds }] of Object.entries(routes)) {
    const file = path.join(buildDir, 'server/app', `${route === '/' ? 'index' : route.slice(1)}.html`);
    if (initialRevalidateSeconds !== false || route.startsWith('/_') || !existsSync(file)) continue;
    const html = withOrigin(readFileSync(file, 'utf8'), origin);
    const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
    pages.set(route, { etag, inlineHashes: inlineScriptHashes(html), bodies: { identity: Buffer.from(html) } });
  }
  return pages;
}

/** Answers a browser's GET or HEAD of a prerendered page; false leaves the request, and the data of navigations, to Next. */
export function answerPrerendered(pages: PrerenderedPages, req: IncomingMessage, res: ServerResponse): boolean {
  const page = pages.get((req.url ?? '').split('?', 1)[0] ?? '');
  if (!page || req.headers.rsc !== undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  const encoding = encodingFor(req.headers['accept-encoding']);
  const etag = `"${page.etag}-${encoding}"`;
  res.setHeader(
    'vary',
    'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, accept-encoding',
  );
  res.setHeader('cache-control', 's-maxage=31536000');
  res.setHeader('etag', etag);
  if (isKnown(req.headers['if-none-match'], etag)) {
    res.writeHead(304).end();
    return true;
  }
  const body = (page.bodies[encoding] ??= compress(page.bodies.identity, encoding));
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}

/** RFC 9110 §12.5.3, as far as browsers use it: a coding with q=0 is refused. */
function encodingFor(accepted: string | string[] | undefined): Encoding {
  const codings = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.replaceAll(' ', ''));
  const accepts = (name: string) =>
    codings.some((coding) => coding.split(';')[0] === name && !/;q=0(\.0*)?$/.test(coding));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return encoding === 'gzip' ? gzipSync(body, { level: 9 }) : body;
}

/** RFC 9110 §13.1.2: weak comparison with each tag of the list. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { z } from 'zod';

/** In order of preference, for a client that weights several equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** A response that is kept: a form of a public page with the CSP hashes of its inline scripts, or a build file. */
export type StaticResponse = {
  /** of a page that does not exist with the settings of this process; otherwise 200 */
  status?: 404;
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

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
/** The first client waits while a page is compressed. Quality 10 takes a tenth of the time of 11, for 2% more bytes. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

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

/** V8's explicit compile hint (Chrome 136). To other browsers it is a comment. */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts that every page loads first (React, Next's router), so that a browser compiles them off the main
 * thread as they arrive, not function by function on first use (P1). `buildDir` is the build's folder (.next).
 */
export async function hintScripts(buildDir: string): Promise<void> {
  const manifest = await readFile(path.join(buildDir, 'build-manifest.json'), 'utf8');
  const { rootMainFiles } = BuildManifest.parse(JSON.parse(manifest));
  await Promise.all(rootMainFiles.map((name) => hint(path.join(buildDir, name))));
}

async function hint(file: string): Promise<void> {
  const script = await readFile(file, 'utf8');
  if (!script.startsWith(COMPILE_HINT)) await writeFile(file, COMPILE_HINT + script);
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

/** The response in the client's coding; null for a coding that it does not have: Next answers these. */
export function findStatic(known: StaticResponse, req: Pick<IncomingMessage, 'headers'>): FoundResponse | null {
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
  if (!known.status) res.setHeader('etag', etag);
  // No other condition is checked: pages have no Last-Modified, and Cache-Control in a request is meant for caches.
  if (!known.status && fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag })) {
    res.removeHeader('content-type');
    res.writeHead(304).end();
    return;
  }
  const body = known.bodies[encoding] ?? (await compressed(known, encoding));
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
  res.writeHead(known.status ?? 200, { 'content-length': body.length });
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

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type RequestListener } from 'node:http';
import path from 'node:path';
import { duplexPair } from 'node:stream';
import { z } from 'zod';
import { inlineScriptHashes } from '#lib/http/answers/security-headers.ts';
import type { StaticResponse } from './static-responses.ts';

const Manifest = z.object({
  routes: z.record(z.string(), z.object({ initialRevalidateSeconds: z.union([z.number(), z.literal(false)]) })),
  preview: z.object({ previewModeId: z.string() }),
});
const Meta = z.object({ segmentPaths: z.array(z.string()).optional() });

/** Browsers and CDNs revalidate a page each time, because a new build changes it. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const NOT_FOUND = '/_not-found';
/** The headers of Next that belong to the content. */
const KEPT = ['content-type', 'vary', 'x-nextjs-prerender', 'x-nextjs-stale-time', 'x-nextjs-postponed'];

/** A form of a page, by the headers of Next's router: HTML, all navigation data, or a named segment of it. */
type Form = string;
const HTML: Form = 'html';
const ALL_DATA: Form = 'rsc';
const headersOf = (form: Form): IncomingHttpHeaders => {
  if (form === HTML) return {};
  return { rsc: '1', ...(form !== ALL_DATA && { 'next-router-prefetch': '1', 'next-router-segment-prefetch': form }) };
};
/** Next redirects a request for navigation data whose URL does not say so, because a cache might ignore `Vary`. */
function formOf({ headers }: Pick<IncomingMessage, 'headers'>, query: string): Form | null {
  if (headers.rsc === undefined) return HTML;
  if (!/(^|&)_rsc(=|&|$)/.test(query)) return null;
  return String(headers['next-router-segment-prefetch'] ?? ALL_DATA);
}

/** A form of a page that a request asks for. */
export type PageForm = {
  /** undefined until it is made */
  made: StaticResponse | undefined;
  /** Lets Next render the page with the settings of now. Throws if it cannot. */
  make: () => Promise<StaticResponse>;
};

/**
 * The pages of the build in `buildDir` that never change. `next build` knows no settings: Next renders each page again
 * at its first use, as it does for `revalidatePath`, and keeps it in its memory. We keep what it answered, because Next
 * would compress and hash it for each request (P3). `handle` is Next's request handler.
 */
export function createPublicPages(buildDir: string, handle: RequestListener) {
  const manifest = readFileSync(path.join(buildDir, 'prerender-manifest.json'), 'utf8');
  const { routes, preview } = Manifest.parse(JSON.parse(manifest));
  const forms = new Map<string, ReadonlySet<Form>>();
  for (const [route, { initialRevalidateSeconds }] of Object.entries(routes)) {
    const segments = segmentsOf(buildDir, route);
    if (initialRevalidateSeconds === false && segments && !route.startsWith('/_'))
      forms.set(route, new Set([HTML, ALL_DATA, ...segments]));
  }
  const server = createServer(handle);
  const again = { 'x-prerender-revalidate': preview.previewModeId };
  let pages = new Map<string, Page>();
  /** One page at a time, so that other requests are answered between two pages. */
  let rendering: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = rendering.then(work, work);
    rendering = turn;
    return turn;
  };

  async function make(pathname: string, form: Form, page: Page): Promise<StaticResponse> {
    page.html ??= inTurn(() => fetchFrom(server, pathname, again)).then((answer) => responseOf(answer, pathname));
    const html = await page.html;
    if (form === HTML) return html;
    return responseOf(await fetchFrom(server, pathname, headersOf(form)), pathname);
  }

  return {
    has: (pathname: string) => forms.has(pathname),

    /** The form of a page that a GET asks for; null if Next has to answer. */
    find(pathname: string, query: string, req: Pick<IncomingMessage, 'headers'>): PageForm | null {
      const form = formOf(req, query);
      if (form === null || !forms.get(pathname)?.has(form)) return null;
      const page: Page = pages.get(pathname) ?? { made: new Map(), pending: new Map() };
      pages.set(pathname, page);
      return {
        made: page.made.get(form),
        make: () => {
          const pending = page.pending.get(form) ?? make(pathname, form, page);
          page.pending.set(form, pending);
          pending.then(
            (made) => page.made.set(form, made),
            () => {
              page.pending.delete(form); // the next request tries again
              delete page.html;
            },
          );
          return pending;
        },
      };
    },

    /**
     * Forgets all pages, so that each is rendered with the settings of now. Resolves when the not-found page is, which
     * Next itself serves, with the CSP hashes of its inline scripts.
     */
    async refresh(): Promise<string[]> {
      pages = new Map();
      const { body } = await inTurn(() => fetchFrom(server, NOT_FOUND, again));
      return inlineScriptHashes(body.toString());
    },
  };
}
export type PublicPages = ReturnType<typeof createPublicPages>;
type Page = {
  html?: Promise<StaticResponse>;
  made: Map<Form, StaticResponse>;
  pending: Map<Form, Promise<StaticResponse>>;
};

/** The segments of a page's navigation data; null for a route that is no page. */
function segmentsOf(buildDir: string, route: string): string[] | null {
  const file = path.join(buildDir, 'server/app', `${route === '/' ? 'index' : route.slice(1)}.meta`);
  try {
    return Meta.parse(JSON.parse(readFileSync(file, 'utf8'))).segmentPaths ?? null;
  } catch {
    return null;
  }
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a GET to a server that does not listen, and follows its redirects. */
async function fetchFrom(
  server: ReturnType<typeof createServer>,
  url: string,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  const [near, far] = duplexPair();
  server.emit('connection', far);
  const answer = await new Promise<Answer>((resolve, reject) => {
    const options = { path: url, headers: { host: 'localhost', ...headers, connection: 'close' } };
    request({ ...options, createConnection: () => near }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      );
      res.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
  const { location } = answer.headers;
  return answer.status === 307 && location !== undefined ? fetchFrom(server, location, headers) : answer;
}

function responseOf({ status, headers, body }: Answer, pathname: string): StaticResponse {
  // A page may call notFound() for settings without it, as /sla does.
  if (status !== 200 && status !== 404) throw new Error(`Next answered ${status} for ${pathname}`);
  const kept = KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const isHtml = String(headers['content-type']).startsWith('text/html');
  const identity = isHtml ? Buffer.from(scriptsAfterPaint(body.toString())) : body;
  return {
    ...(status === 404 && { status }),
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), 'cache-control': PAGE_CACHE_CONTROL },
    inlineHashes: isHtml ? inlineScriptHashes(identity.toString()) : [],
    bodies: { identity },
    pending: {},
  };
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

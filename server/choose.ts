import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { log } from '#lib/base/log.ts';
import { env } from '#lib/base/settings/env.ts';
import { isAllowedOrigin } from '#lib/http/origin.ts';
import { handleProviderRequest, isProviderRequest } from '#lib/oauth/provider/mount.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { type Lane, laneOf } from './admission/load-shedding.ts';
import { answerTooLong, areHeadersTooLarge, isTargetTooLong } from './admission/request-limits.ts';
import type { Build } from './build.ts';
import { answerDirectly, type RouteHandler, send } from './direct-call.ts';
import { answerOutages } from './outage-response.ts';
import type { createReadiness } from './readiness.ts';
import { PAGE_CACHE_CONTROL } from './public-pages.ts';
import { type Policy, setHeaders } from './request-headers.ts';
import { answerStatic, findStatic, type StaticResponse } from './static-responses.ts';
import { answerText } from './text-answer.ts';
import { methodNotAllowed, refuseUnknownPath } from './unknown-path.ts';

/**
 * Development only: lets local development servers send requests with cookies (S34). Returns true if the request was a
 * preflight and has been answered.
 */
function allowDevelopmentOrigin(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin } = req.headers;
  if (!origin || !isAllowedOrigin(origin)) return false;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-allow-credentials', 'true');
  res.setHeader('vary', 'Origin');
  if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) return false;
  res
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type',
    })
    .end();
  return true;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Serving = {
  build: Build;
  readiness: Pick<ReturnType<typeof createReadiness>, 'findProblems'>;
  isStopping: () => boolean;
  makeSigningKeys: () => void;
  handleNext: (...request: Parameters<RequestListener>) => Promise<void>;
  /** Resolves once Next's own pages have the settings of now. */
  beforeNext: () => Promise<void>;
};
type Answer = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
/** Everything that is decided about a request before it starts. */
export type Choice = {
  pathname: string;
  /** Answers the request once `setHeaders` has run. */
  answer: Answer;
  /** Where the request waits for its turn; `none` if the answer costs less than a refusal. */
  cost: Lane | 'none';
  /** For metrics. A refusal of an `oauth` request has the form of RFC 6749. */
  kind: 'oauth' | 'static' | 'app';
  policy: Policy;
};

/** Returns the only function that decides who answers a request, what that costs, and under which header policy. */
export function createChooser({ build, readiness, isStopping, makeSigningKeys, handleNext, beforeNext }: Serving) {
  const { APP_MODE, APP_URL } = env();
  const isDevelopment = APP_MODE === 'development';

  const answerReadiness: Answer = async (_req, res) => {
    const problems = isStopping() ? ['stopping'] : await readiness.findProblems();
    if (problems.includes('signing_keys')) makeSigningKeys();
    answerText(res, problems.length ? 503 : 200, problems.join(' ') || 'ready');
  };
  /** Next's answers about a public page are redirects to the right URL of its navigation data. */
  const nextPolicy = (pathname: string): Policy =>
    build.pages?.has(pathname) ? OF_PAGES : { inlineHashes: build.inlineHashes, hasNonce: true };
  /** A request may wait in its lane while the allowed scripts change: those of the moment when Next answers count. */
  const byNext =
    (pathname: string, chosen: Policy): Answer =>
    async (req, res) => {
      await beforeNext();
      const policy = nextPolicy(pathname);
      if (policy.inlineHashes !== chosen.inlineHashes) setHeaders(req, res, { pathname, policy });
      answerOutages(res, requestIdOf(req));
      changeRedirects(res);
      await handleNext(req, res);
    };

  /** The answer of requests that cost less than their refusal, or null. */
  function findCheap(req: IncomingMessage, pathname: string, query: string): Answer | null {
    if (!METHODS.has(req.method ?? '')) return (_req, res) => send(methodNotAllowed(METHODS, requestIdOf(req)), res);
    if (areHeadersTooLarge(req)) return (_req, res) => answerText(res, 431, 'Request header fields too large');
    if (!isReadable(req, pathname)) return (_req, res) => answerText(res, 400, 'Bad request');
    if (isTargetTooLong(pathname, query)) return answerTooLong;
    if (pathname === '/healthz') return (_req, res) => answerText(res, 200, 'ok');
    if (pathname === '/readyz') return answerReadiness;
    const elsewhere = loopbackRedirect(req, APP_URL);
    if (!elsewhere) return null;
    return (_req, res) => void res.writeHead(307, { location: elsewhere, 'cache-control': 'no-store' }).end();
  }

  return (req: IncomingMessage): Choice => {
    const { method = '', url = '/' } = req;
    const [pathname, query] = splitUrl(url);
    const choose = (answer: Answer, more: Partial<Choice> = {}): Choice => ({
      pathname,
      answer: isDevelopment ? withDevelopmentOrigin(answer) : answer,
      cost: laneOf(method, pathname),
      kind: pathname.startsWith('/_next/') ? 'static' : 'app',
      policy: { inlineHashes: build.inlineHashes, hasNonce: true },
      ...more,
    });
    const cheap = findCheap(req, pathname, query);
    if (cheap) return choose(cheap, { cost: 'none' });
    const isProvider = isProviderRequest(method, url);
    const provider = isProvider ? ({ kind: 'oauth' } as const) : {};
    const { accept = '' } = req.headers;
    const asked = { method, pathname, accept, requestId: requestIdOf(req), isProvider };
    const refusal = build.routes && refuseUnknownPath(build.routes, asked);
    if (refusal) return choose((_req, res) => send(refusal, res), { cost: 'none', ...provider });
    if (isProvider) return choose(handleProviderRequest, provider);
    const isRead = method === 'GET' || method === 'HEAD';
    const page = isRead ? build.pages?.find(pathname, query, req) : null;
    const known = page?.made ?? (isRead ? build.files.get(pathname) : undefined);
    const found = known && findStatic(known, req);
    if (found) return choose((_req, res) => answerStatic(found, req, res), { cost: 'none', policy: policyOf(known) });
    if (page)
      return choose(async (_req, res) => {
        const made = await page.make();
        setHeaders(req, res, { pathname, policy: policyOf(made) });
        const first = findStatic(made, req);
        if (first) await answerStatic(first, req, res);
      });
    const showStatus = method === 'GET' && pathname === '/userstatus' && userStatusHandler();
    if (showStatus) return choose((_req, res) => answerDirectly(showStatus, req, res), { cost: 'light' });
    const policy = nextPolicy(pathname);
    return choose(byNext(pathname, policy), { policy });
  };
}

const requestIdOf = (req: IncomingMessage) => String(req.headers[REQUEST_ID_HEADER]);

function splitUrl(url: string): [pathname: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

const OF_PAGES: Policy = { inlineHashes: [], hasNonce: false, cacheControl: PAGE_CACHE_CONTROL };

const policyOf = ({ inlineHashes }: StaticResponse): Policy => ({ inlineHashes, hasNonce: false });

const withDevelopmentOrigin =
  (answer: Answer): Answer =>
  (req, res) =>
    allowDevelopmentOrigin(req, res) ? undefined : answer(req, res);

/** Whether the request has a path that can be decoded, and exactly one host (RFC 9112 §3.2). */
function isReadable({ httpVersion, rawHeaders }: IncomingMessage, pathname: string): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (!pathname.startsWith('/') || hosts > 1 || (httpVersion === '1.1' && hosts === 0)) return false;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * Pages redirect, for example to the login, with 303 instead of Next's 307 (docs/decisions/0027). No redirect of Next
 * is stored: it depends on the caller, and Next itself gives some of them the headers of the page, or none.
 */
function changeRedirects(res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status >= 300 && status < 400 && status !== 304) res.setHeader('cache-control', 'no-store');
    return writeHead(status === 307 ? 303 : status, ...rest);
  };
}

let handler: RouteHandler | null = null;
let loading: Promise<void> | undefined;

/**
 * The handler of GET /userstatus, which is answered without Next (docs/decisions/0020). Null until the first request has
 * loaded it, which keeps the start short (P10), and always in development.
 */
function userStatusHandler(): RouteHandler | null {
  if (env().APP_MODE !== 'development')
    loading ??= import('#app/userstatus/route.ts').then(
      ({ GET }) => void (handler = GET),
      (error: unknown) => log().error({ err: error }, 'userstatus handler not loaded'),
    );
  return handler;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Where to redirect a page request sent to a loopback address: the same path under APP_URL, because cookies and links
 * are bound to it. Null if no redirect is needed.
 */
export function loopbackRedirect(
  request: {
    method?: string | undefined;
    url?: string | undefined;
    headers: Readonly<Record<string, string | string[] | undefined>>;
  },
  appUrl: string,
): string | null {
  const { host = '', accept = '' } = request.headers;
  if (request.method !== 'GET' || typeof host !== 'string' || !LOOPBACK.test(host)) return null;
  if (!String(accept).includes('text/html') || new URL(appUrl).host === host) return null;
  const path = request.url?.startsWith('/') ? request.url : '/';
  return appUrl + path;
}

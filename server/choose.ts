import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';
import { handleProviderRequest, isProviderRequest } from '#lib/oauth/provider/mount.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import type { Build } from './build.ts';
import { allowDevelopmentOrigin } from './cors.ts';
import { answerDirectly, send } from './direct-call.ts';
import { laneOf, type Lane } from './load-shedding.ts';
import { loopbackRedirect } from './loopback-redirect.ts';
import { changeRedirects } from './next-redirects.ts';
import { answerOutages } from './outage-response.ts';
import type { createReadiness } from './readiness.ts';
import { answerTooLong, areHeadersTooLarge, isTargetTooLong } from './request-limits.ts';
import { answerStatic, findStatic, PAGE_CACHE_CONTROL, type StaticResponse } from './static-responses.ts';
import { answerText } from './text-answer.ts';
import { methodNotAllowed, refuseUnknownPath } from './unknown-path.ts';
import { userStatusHandler } from './user-status.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Serving = {
  build: Build;
  readiness: Pick<ReturnType<typeof createReadiness>, 'findProblems'>;
  isStopping: () => boolean;
  makeSigningKeys: () => void;
  handleNext: (...request: Parameters<RequestListener>) => Promise<void>;
};
type Answer = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
/** What the headers of a response depend on, besides its path (request-headers.ts). */
export type Policy = {
  /** CSP hashes of the inline scripts that the response may contain */
  inlineHashes: readonly string[];
  /** whether Next marks its scripts with a nonce; a prerendered page has none */
  hasNonce: boolean;
  /** Cache-Control, if it does not follow from the answer */
  cacheControl?: string;
};
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
export function createChooser({ build, readiness, isStopping, makeSigningKeys, handleNext }: Serving) {
  const { APP_MODE, APP_URL } = env();
  const isDevelopment = APP_MODE === 'development';

  const answerReadiness: Answer = async (_req, res) => {
    const problems = isStopping() ? ['stopping'] : await readiness.findProblems();
    if (problems.includes('signing_keys')) makeSigningKeys();
    answerText(res, problems.length ? 503 : 200, problems.join(' ') || 'ready');
  };
  const byNext: Answer = async (req, res) => {
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
    const known = build.ready.get(pathname);
    const policy = known && policyOf(known);
    const found = known && findStatic(known, req);
    if (found) return choose((_req, res) => answerStatic(found, req, res), { cost: 'none', ...policy });
    const showStatus = method === 'GET' && pathname === '/userstatus' && userStatusHandler();
    if (showStatus) return choose((_req, res) => answerDirectly(showStatus, req, res), { cost: 'light' });
    return choose(byNext, policy); // also for the navigation data of a prerendered page
  };
}

const requestIdOf = (req: IncomingMessage) => String(req.headers[REQUEST_ID_HEADER]);

function splitUrl(url: string): [pathname: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

const policyOf = ({ inlineHashes }: StaticResponse): Pick<Choice, 'policy'> => ({
  policy: { inlineHashes, hasNonce: false, ...(inlineHashes.length > 0 && { cacheControl: PAGE_CACHE_CONTROL }) },
});

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

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import type { Build } from './build.ts';
import { allowDevelopmentOrigin } from './cors.ts';
import { answerDirectly, send } from './direct-call.ts';
import { loopbackRedirect } from './loopback-redirect.ts';
import { answerOutages } from './outage-response.ts';
import type { createReadiness } from './readiness.ts';
import { answerStatic } from './static-responses.ts';
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

/** Dispatches each request to code of this process, the OpenID provider, a route handler, or Next. */
export function createDispatch({ build, readiness, isStopping, makeSigningKeys, handleNext }: Serving) {
  const { APP_MODE, APP_URL } = env();
  const isDevelopment = APP_MODE === 'development';

  async function answerReadiness(res: ServerResponse) {
    const problems = isStopping() ? ['stopping'] : await readiness.findProblems();
    if (problems.includes('signing_keys')) makeSigningKeys();
    answerText(res, problems.length ? 503 : 200, problems.join(' ') || 'ready');
  }

  return async (req: IncomingMessage, res: ServerResponse, pathname: string, isProvider: boolean): Promise<void> => {
    const requestId = String(req.headers[REQUEST_ID_HEADER]);
    const { method = '' } = req;
    if (!METHODS.has(method)) return send(methodNotAllowed(METHODS, requestId), res);
    if (!isReadable(req, pathname)) return answerText(res, 400, 'Bad request');
    if (pathname === '/healthz') return answerText(res, 200, 'ok');
    if (pathname === '/readyz') return answerReadiness(res);
    const elsewhere = loopbackRedirect(req, APP_URL);
    if (elsewhere) return void res.writeHead(307, { location: elsewhere, 'cache-control': 'no-store' }).end();
    if (isDevelopment && allowDevelopmentOrigin(req, res)) return;
    const { accept = '' } = req.headers;
    const unknown =
      build.routes && refuseUnknownPath(build.routes, { method, pathname, accept, requestId, isProvider });
    if (unknown) return send(unknown, res);
    if (isProvider) return handleProviderRequest(req, res);
    if (answerStatic(build.ready, req, res)) return;
    const showStatus = method === 'GET' && pathname === '/userstatus' && userStatusHandler();
    if (showStatus) return answerDirectly(showStatus, req, res);
    answerOutages(res, requestId);
    leadOnByGet(res);
    await handleNext(req, res);
  };
}

/** True if the request has a path that can be decoded, and a host. */
function isReadable({ httpVersion, headers }: IncomingMessage, pathname: string): boolean {
  if (!pathname.startsWith('/') || (httpVersion === '1.1' && !headers.host)) return false;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Pages redirect, for example to the login, with 303 instead of Next's 307 (docs/decisions/0027). */
function leadOnByGet(res: ServerResponse) {
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => writeHead(status === 307 ? 303 : status, ...rest);
}

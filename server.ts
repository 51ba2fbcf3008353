/**
 * The web process. oidc-provider serves the provider's paths; health checks, prerendered pages, static files and
 * /userstatus are answered here; Next serves everything else. Security headers, request ids, limits and graceful
 * shutdown apply to all of them.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { answerVisitors, closeDb } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { createReadiness } from '#lib/health.ts';
import { CHEAP, createAdmission, kindOf } from '#lib/http/admission.ts';
import { answerBusy } from '#lib/http/busy-answer.ts';
import { addressGroup, clientAddress } from '#lib/http/client-address.ts';
import { allowDevelopmentOrigin } from '#lib/http/cors.ts';
import { answerDirectly, send, type RouteHandler } from '#lib/http/direct-call.ts';
import { loopbackRedirect } from '#lib/http/loopback-redirect.ts';
import { answerOutages } from '#lib/http/outage-response.ts';
import { copySettings, withSettings } from '#lib/http/public-origin.ts';
import {
  answerReady,
  PAGE_CACHE_CONTROL,
  readPrerenderedPages,
  readStaticFiles,
  type ReadyAnswers,
} from '#lib/http/ready-answers.ts';
import { inPlace } from '#lib/http/request-place.ts';
import { CLIENT_ADDRESS_HEADER, processContext, REQUEST_ID_HEADER } from '#lib/http/request-context.ts';
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  referrerPolicy,
  SECURITY_HEADERS,
} from '#lib/http/security-headers.ts';
import { createRouteTable, methodNotAllowed, refuseUnknownCall } from '#lib/http/unknown-call.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import { periodScript } from '#lib/marketing/period-script.ts';
import { metrics, refusedRequests, requestSeconds } from '#lib/metrics.ts';
import { handleProviderRequest, isProviderRequest } from '#lib/oauth/mount.ts';
import { ensureSigningKeys } from '#lib/oauth/signing-keys.ts';
import { themeScript } from '#lib/theme.ts';

const { APP_MODE, APP_URL, DATABASE_URL, HOST, PORT, METRICS_HOST, METRICS_PORT, TRUSTED_PROXIES } = env();
const isDevelopment = APP_MODE === 'development';
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);
/** Status lines for requests that cannot be parsed, by the parser's error code. */
const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Gives load balancers, which ask /readyz every second, time to notice before connections are refused. */
const NOTICE_MS = APP_MODE === 'production' ? 3000 : 0;
const DRAIN_MS = 8000;
/** Longer than load balancers keep an idle connection (usually 60 s), so we never close one as a request arrives. */
const KEEP_ALIVE_MS = 75_000;

const dir = import.meta.dirname;
answerVisitors();
const readiness = createReadiness(DATABASE_URL, path.join(dir, 'prisma/migrations'));
const app = next({ dev: isDevelopment, dir, hostname: 'localhost', port: PORT });
await app.prepare();
const handleNext = app.getRequestHandler();
const inlineHashes = isDevelopment
  ? inlineScriptHashes(`<script>${themeScript}</script><script>${periodScript}</script>`)
  : scriptHashesOfAnyPage();
const build = path.join(dir, '.next');
/** Null in development, where routes change: Next then answers unknown paths itself. */
const routes = isDevelopment ? null : createRouteTable(readBuiltRoutes());
const ready: ReadyAnswers = isDevelopment
  ? new Map()
  : new Map([...readPrerenderedPages(build, copySettings()), ...readStaticFiles(build)]);
const admission = createAdmission();
/** Accept queue for bursts. The client's kernel retries a connection that does not fit after one or three seconds. */
const BACKLOG = 4096;
let isStopping = false;
let showUserStatus: RouteHandler | null = null;
let loadingStatus: Promise<void> | undefined;

const server = createServer(
  {
    maxHeaderSize: 16 * 1024,
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5000, // how late requestTimeout and headersTimeout may be noticed
    requireHostHeader: false, // Node.js would refuse without our headers (S37)
  },
  (req, res) => {
    const startedAt = performance.now();
    const pathname = (req.url ?? '/').split('?', 1)[0] ?? '/';
    const isProvider = isProviderRequest(req.method ?? '', req.url ?? '');
    const isCheap = HEALTH_CHECKS.has(pathname) || ready.has(pathname);
    const begin = (place: typeof CHEAP) => {
      if (res.destroyed) return place.leave(); // the client left while the request was queued
      prepare(req, res, pathname);
      res.once('close', () => {
        place.leave();
        if (!server.listening) server.closeIdleConnections();
        const kind = isProvider ? 'oauth' : pathname.startsWith('/_next/') ? 'static' : 'app';
        requestSeconds.observe(
          { method: req.method ?? '', kind, status: res.statusCode },
          (performance.now() - startedAt) / 1000,
        );
      });
      inPlace(place, () => dispatch(req, res, pathname, isProvider)).catch((error: unknown) => {
        log().error({ err: error, requestId: req.headers[REQUEST_ID_HEADER] }, 'request failed');
        if (res.headersSent) res.destroy();
        else answer(res, 500, 'Something went wrong on our side.');
      });
    };
    const refuse = () => {
      refusedRequests.inc();
      answerBusy(req, res, isProvider);
    };
    if (isCheap) begin(CHEAP);
    else admission.enter(kindOf(req.method ?? '', pathname), addressGroup(addressOf(req)), begin, refuse);
  },
);
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (!socket.writable) return;
  const carried = { ...SECURITY_HEADERS, 'referrer-policy': referrerPolicy('/'), connection: 'close' };
  const headers = Object.entries(carried).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = UNREADABLE[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}content-length: 0\r\n\r\n`);
});
if (isDevelopment) server.on('upgrade', app.getUpgradeHandler());

const metricsServer = createServer((req, res) => {
  if (req.url !== '/metrics') return answer(res, 404, 'Not found');
  void metrics.metrics().then((text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text));
});

makeSigningKeys();

for (const each of [server, metricsServer])
  each.once('error', (error) => {
    log().fatal({ err: error }, 'cannot listen');
    process.exit(1);
  });
server.listen({ port: PORT, host: HOST, backlog: BACKLOG }, () =>
  log().info({ host: HOST, port: PORT, mode: APP_MODE }, 'listening'),
);
metricsServer.listen(METRICS_PORT, METRICS_HOST);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));

/** The first process to find a migrated database creates the keys. Until then /readyz fails, and tries again. */
function makeSigningKeys() {
  ensureSigningKeys(processContext({ kind: 'system', job: 'server' })).catch((error: unknown) => {
    log().warn({ err: error }, 'no signing keys yet');
  });
}

const addressOf = ({ socket, headers }: IncomingMessage) =>
  clientAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), TRUSTED_PROXIES);

/** Overwrites headers that a caller may have forged, and sets those that every response carries. */
function prepare(req: IncomingMessage, res: ServerResponse, pathname: string) {
  const requestId = randomUUID();
  const known = ready.get(pathname);
  const policy = contentSecurityPolicy({
    path: pathname,
    nonce: known ? null : randomBytes(16).toString('base64'), // prerendered pages are the same for everybody
    inlineHashes: known?.inlineHashes ?? inlineHashes,
    isDevelopment,
  });
  req.headers[REQUEST_ID_HEADER] = requestId;
  req.headers[CLIENT_ADDRESS_HEADER] = addressOf(req);
  req.headers['content-security-policy'] = policy; // Next takes the nonce from here
  delete req.headers['x-forwarded-host'];
  delete req.headers['x-middleware-subrequest'];
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
  res.setHeader('content-security-policy', policy);
  if (known?.inlineHashes.length) res.setHeader('cache-control', PAGE_CACHE_CONTROL); // also for its RSC data from Next
  res.setHeader('referrer-policy', referrerPolicy(pathname));
  res.setHeader(REQUEST_ID_HEADER, requestId);
  if (isStopping) res.setHeader('connection', 'close');
}

async function dispatch(
  req: IncomingMessage,
  res: ServerResponse,
  pathname: string,
  isProvider: boolean,
): Promise<void> {
  const requestId = String(req.headers[REQUEST_ID_HEADER]);
  const { method = '' } = req;
  if (!METHODS.has(method)) return send(methodNotAllowed(METHODS, requestId), res);
  if (!isReadable(req, pathname)) return answer(res, 400, 'Bad request');
  if (pathname === '/healthz') return answer(res, 200, 'ok');
  if (pathname === '/readyz') {
    const problems = isStopping ? ['stopping'] : await readiness.findProblems();
    if (problems.includes('signing_keys')) makeSigningKeys();
    return answer(res, problems.length ? 503 : 200, problems.join(' ') || 'ready');
  }
  const elsewhere = loopbackRedirect(req, APP_URL);
  if (elsewhere) return void res.writeHead(307, { location: elsewhere, 'cache-control': 'no-store' }).end();
  if (isDevelopment && allowDevelopmentOrigin(req, res)) return;
  const { accept = '' } = req.headers;
  const unknown = routes && refuseUnknownCall(routes, { method, pathname, accept, requestId, isProvider });
  if (unknown) return send(unknown, res);
  if (isProvider) return handleProviderRequest(req, res);
  if (answerReady(ready, req, res)) return;
  const showStatus = method === 'GET' && pathname === '/userstatus' && statusHandler();
  if (showStatus) return answerDirectly(showStatus, req, res);
  answerOutages(res, String(req.headers[REQUEST_ID_HEADER]));
  leadOnByGet(res);
  await handleNext(req, res);
}

/** Pages redirect, for example to the login, with 303 instead of Next's 307 (docs/decisions/0027). */
function leadOnByGet(res: ServerResponse) {
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => writeHead(status === 307 ? 303 : status, ...rest);
}

/** Null until the first request has loaded it, which keeps the start short (P10), and always in development. */
function statusHandler(): RouteHandler | null {
  if (!isDevelopment)
    loadingStatus ??= import('#app/userstatus/route.ts').then(
      ({ GET }) => void (showUserStatus = GET),
      (error: unknown) => log().error({ err: error }, 'userstatus handler not loaded'),
    );
  return showUserStatus;
}

/** Next's list of the routes in the build. */
function readBuiltRoutes(): Record<string, string> {
  return JSON.parse(readFileSync(path.join(build, 'app-path-routes-manifest.json'), 'utf8')) as Record<string, string>;
}

function answer(res: ServerResponse, status: number, text: string) {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`);
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

/** Hashes for responses to any path: the inline scripts of the not-found and error pages, with the theme's script. */
function scriptHashesOfAnyPage(): string[] {
  const settings = copySettings();
  const pageIn = (file: string) => withSettings(readFileSync(path.join(dir, file), 'utf8'), settings);
  const files = globSync('.next/server/app/_*.html', { cwd: dir });
  return [...new Set(files.flatMap((file) => inlineScriptHashes(pageIn(file))))];
}

/**
 * Turns readiness off, and still accepts connections, each for one request, until load balancers have noticed. Requests
 * in flight get 8 s from the signal on; then the connections to the database close (R11).
 */
async function stop(signal: string) {
  log().info({ signal }, 'stopping');
  isStopping = true;
  metricsServer.close();
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  if (NOTICE_MS) await sleep(NOTICE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await Promise.allSettled([closeQueue(), closeDb(), readiness.close()]);
  process.exit(0);
}

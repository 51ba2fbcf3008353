/**
 * The web process. oidc-provider serves the provider's paths; this process itself serves health checks, prerendered
 * pages, static files and /userstatus; Next serves everything else. Security headers, request ids, limits and graceful
 * shutdown apply to all of them.
 */
import '#lib/base/settings/node-version.mjs';
import { hasStarted } from '#lib/base/one-line-errors.ts';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { useVisitorTimeouts, closeDb, db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressGroup } from '#lib/http/client-address.ts';
import { inPlace } from '#lib/http/request-place.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/base/log.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { runsFrom } from '#lib/base/settings/release.ts';
import { findNoticeProblem } from '#lib/subprocessors/announce.ts';
import { processContext, REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { noBuild, readBuild, refreshPages } from './build.ts';
import { createChooser } from './choose.ts';
import { followEnteredData } from './entered-data.ts';
import { createLoadShedder, FREE } from './admission/load-shedding.ts';
import { metrics, refusedRequests, requestSeconds } from './metrics/metrics.ts';
import { watchOperation } from './metrics/operation-metrics.ts';
import { answerOverload } from './admission/overload-response.ts';
import { createReadiness } from './readiness.ts';
import { addressOf, setHeaders } from './request-headers.ts';
import { MAX_HEAD_BYTES } from './admission/request-limits.ts';
import { refuseConnection, refuseUpgrades } from './admission/refused-connections.ts';
import { answerText } from './text-answer.ts';

const { APP_MODE, DATABASE_URL, HOST, PORT, METRICS_HOST, METRICS_PORT, SHUTDOWN_NOTICE_MS } = env();
const isDevelopment = APP_MODE === 'development';
/** How long after a failed attempt to create the signing keys the next one may begin. */
const KEYS_RETRY_MS = 2000;
/** How long requests in flight may take once connections are refused. */
const DRAIN_MS = 5000;
/** Longer than load balancers keep an idle connection (usually 60 s), so we never close one as a request arrives. */
const KEEP_ALIVE_MS = 75_000;

const dir = path.resolve(import.meta.dirname, '..');
useVisitorTimeouts();
runsFrom(dir);
// The worker refuses the same list. A database that is down does not hold up the start.
const late = await Promise.race([findNoticeProblem(db()).catch(() => null), sleep(1000, null, { ref: false })]);
if (late) throw new Error(late);
const readiness = createReadiness(DATABASE_URL, path.join(dir, 'prisma/migrations'));
// Next adds a listener for upgrades to the server that it is given: this one never listens (S87).
const httpServer = isDevelopment ? {} : { httpServer: createServer() };
const app = next({ dev: isDevelopment, dir, hostname: 'localhost', port: PORT, ...httpServer });
await app.prepare();
const handleNext = app.getRequestHandler();
const build = isDevelopment ? noBuild() : readBuild(dir, (req, res) => void handleNext(req, res));
let refreshed: Promise<void> | undefined;
const refresh = () =>
  (refreshed = refreshPages(build, dir).catch((error: unknown) => {
    log().error({ err: error }, 'pages not rendered');
    refreshed = undefined; // the next request tries again
  }));
await followEnteredData(() => void refresh());
const loadShedder = createLoadShedder();
/** Accept queue for bursts. If it is full, the client's kernel tries again after one or three seconds. */
const BACKLOG = 4096;
let isStopping = false;
let isMakingKeys = false;
const choose = createChooser({
  build,
  readiness,
  isStopping: () => isStopping,
  makeSigningKeys,
  handleNext,
  // Not at the start, which it would delay by the time in which Next loads its first page (P10).
  beforeNext: () => refreshed ?? refresh(),
});

const server = createServer(
  {
    maxHeaderSize: MAX_HEAD_BYTES,
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5000, // the interval at which Node.js enforces requestTimeout and headersTimeout
    requireHostHeader: false, // Node.js's own refusal would lack our headers (S37)
  },
  (req, res) => {
    const startedAt = performance.now();
    req.headers[REQUEST_ID_HEADER] = randomUUID();
    const choice = choose(req);
    const begin = (place: typeof FREE) => {
      if (res.destroyed) return place.leave(); // the client left while the request was queued
      setHeaders(req, res, choice);
      if (isStopping) res.setHeader('connection', 'close');
      res.once('close', () => {
        place.leave();
        if (!server.listening) server.closeIdleConnections();
        requestSeconds.observe(
          { method: req.method ?? '', kind: choice.kind, status: res.statusCode },
          (performance.now() - startedAt) / 1000,
        );
      });
      inPlace(place, async () => choice.answer(req, res)).catch((error: unknown) => {
        log().error({ err: error, requestId: req.headers[REQUEST_ID_HEADER] }, 'request failed');
        if (res.headersSent) res.destroy();
        else answerText(res, 500, 'Something went wrong on our side.');
      });
    };
    const refuse = () => {
      refusedRequests.inc();
      answerOverload(req, res, choice.kind === 'oauth');
    };
    if (choice.cost === 'none') begin(FREE);
    else loadShedder.enter(choice.cost, addressGroup(addressOf(req)), begin, refuse);
  },
);
/** All open connections, including those that no longer speak HTTP, which the server does not close itself. */
const connections = new Set<Socket>();
server.on('connection', (socket) => {
  connections.add(socket);
  socket.once('close', () => connections.delete(socket));
});
server.on('clientError', refuseConnection);
if (isDevelopment) server.on('upgrade', app.getUpgradeHandler());
else refuseUpgrades(server);

const stopWatching = watchOperation(DATABASE_URL);
const metricsServer = createServer((req, res) => {
  if (req.url !== '/metrics') return answerText(res, 404, 'Not found');
  void metrics.metrics().then((text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text));
});

makeSigningKeys();
hasStarted();

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

/**
 * The first process to find a migrated database creates the signing keys. Until then a request to /readyz fails, and
 * starts another attempt, unless one is running or has just failed: making the keys keeps a core busy for seconds.
 */
function makeSigningKeys() {
  if (isMakingKeys) return;
  isMakingKeys = true;
  ensureSigningKeys(processContext({ kind: 'system', job: 'server' }))
    .catch((error: unknown) => {
      log().warn({ err: error }, 'no signing keys yet');
      return sleep(KEYS_RETRY_MS);
    })
    .finally(() => (isMakingKeys = false));
}

/**
 * Turns readiness off, but accepts connections, for one request each, until load balancers, which poll /readyz, have
 * noticed. Then requests in flight get 5 s, and at last the connections to the database close (R11).
 */
async function stop(signal: string) {
  log().info({ signal }, 'stopping');
  isStopping = true;
  metricsServer.close();
  if (SHUTDOWN_NOTICE_MS) await sleep(SHUTDOWN_NOTICE_MS);
  setTimeout(() => {
    for (const connection of connections) connection.destroy();
  }, DRAIN_MS).unref();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await Promise.allSettled([closeQueue(), closeDb(), readiness.close(), stopWatching()]);
  process.exit(0);
}

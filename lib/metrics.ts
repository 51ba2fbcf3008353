import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** What /metrics shows on the private port. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/** Duration of requests in seconds, by method, kind of path and status. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests',
  labelNames: ['method', 'kind', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

/** Requests that were refused without being begun, because the process had more to do than it can carry (R17). */
export const refusedRequests = new Counter({
  name: 'http_requests_refused_total',
  help: 'Requests refused while overloaded',
  registers: [metrics],
});

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { settingRefusals } from '#lib/base/log.ts';
import { release } from '#lib/base/settings/release.ts';
import { SECOND } from '#lib/base/time.ts';
import { refusedWebhooks } from '#lib/billing/sync/refused-webhooks.ts';

/** The metrics that the private port serves at /metrics. */
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

/** Requests shed because the server was overloaded (R17). */
export const refusedRequests = new Counter({
  name: 'http_requests_refused_total',
  help: 'Requests refused while overloaded',
  registers: [metrics],
});

/** Webhooks that were refused, by reason (lib/billing/sync/refused-webhooks.ts). */
new Counter({
  name: 'stripe_webhooks_refused_total',
  help: 'Stripe webhooks refused, by reason',
  labelNames: ['reason'] as const,
  registers: [metrics],
  collect() {
    this.reset();
    for (const [reason, count] of refusedWebhooks()) this.inc({ reason }, count);
  },
});

/** Refusals that only a change of settings, clock or network mends, by cause (lib/base/log.ts). */
new Counter({
  name: 'setting_refusals_total',
  help: 'Refusals because of a setting, by cause',
  labelNames: ['cause'] as const,
  registers: [metrics],
  collect() {
    this.reset();
    for (const { cause, total } of settingRefusals()) this.inc({ cause }, total);
  },
});

new Gauge({
  name: 'setting_refusal_age_seconds',
  help: 'Seconds since the last refusal because of a setting, by cause',
  labelNames: ['cause'] as const,
  registers: [metrics],
  collect() {
    this.reset();
    for (const { cause, lastAt } of settingRefusals()) this.set({ cause }, (Date.now() - lastAt) / SECOND);
  },
});

new Gauge({
  name: 'build_info',
  help: 'Version and commit that this process runs; always 1',
  labelNames: ['version', 'commit'] as const,
  registers: [metrics],
  collect() {
    const { version, commit } = release();
    this.set({ version, commit: commit ?? 'unknown' }, 1);
  },
});

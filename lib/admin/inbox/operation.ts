import { countFlagged, listFlagged } from '#lib/billing/overview/review-queue.ts';
import { countFailedJobs, listFailedQueues } from '#lib/jobs/queries.ts';
import { listSilentServers, listStorageServers } from '#lib/storage/queries.ts';
import type { Found, Source, Which } from './found.ts';

const isWanted =
  (which: Which) =>
  ({ subject }: Found) =>
    'only' in which ? which.only.includes(subject) : !which.without.includes(subject);

/** What Stripe and we disagree on, and payments that belong to no one. */
export const BILLING: Source = {
  find: async (ctx, which) =>
    (await listFlagged(ctx)).flagged
      .map((row): Found => ({
        kind: 'billing',
        subject: row.alert_id ?? `${row.kind} ${row.subject}`,
        name: row.user ? (row.user.email ?? 'No Email') : row.subject,
        user: row.user,
        since: new Date(row.since),
        occurrence: row.since,
        why: row.what,
        todo: row.todo,
        alert_id: row.alert_id,
        stripe_url: row.stripe_url,
      }))
      .filter(isWanted(which)),
  count: async (ctx) => ({ total: await countFlagged(ctx), total_is_capped: false }),
};

/** Queues with jobs that failed three times or more. A new failure counts as new. */
export const JOBS: Source = {
  find: async (ctx, which) =>
    (await listFailedQueues(ctx))
      .map((row): Found => ({
        kind: 'jobs',
        subject: row.queue,
        name: row.queue,
        user: null,
        since: row.since,
        occurrence: row.newest,
        jobs: row.jobs,
        why: row.why,
      }))
      .filter(isWanted(which)),
  count: (ctx) => countFailedJobs(ctx),
};

/** Storage hosts whose agent is silent. */
export const HOSTS: Source = {
  find: async (ctx, which) =>
    (await listStorageServers(ctx, { attention: 'silent' })).servers
      .map((row): Found => ({
        kind: 'hosts',
        subject: String(row.id),
        name: row.name,
        user: null,
        since: row.last_seen_at ? new Date(row.last_seen_at) : null,
        occurrence: row.last_seen_at ?? '',
        todo: 'Its customers are not served by it, and its usage is missing. On the host: journalctl -u rspamd-premium-agent',
      }))
      .filter(isWanted(which)),
  count: async (ctx) => ({ total: (await listSilentServers(ctx)).length, total_is_capped: false }),
};

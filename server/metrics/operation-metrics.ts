import { Counter, Gauge } from 'prom-client';
import pg from 'pg';
import { connectionOptions } from '#lib/base/db/connection.ts';
import { databaseClient } from '#lib/base/db/db.ts';
import { SECOND } from '#lib/base/time.ts';
import { OPERATION_SQL, parseOperation, type OperationState } from '#lib/operation/state.ts';
import { metrics } from './metrics.ts';

/** Less than Prometheus waits for a scrape. */
const LIMIT_MS = 2 * SECOND;
/** All metrics of a scrape come from one reading. */
const FRESH_MS = SECOND;

let read: () => Promise<OperationState | null> = async () => null;

/**
 * Exports what is behind the web process: worker, queues, emails, storage hosts, billing checks, backups. Reads with its
 * own connection at each scrape, so that a full pool does not hide them. While the database is unavailable the series
 * are missing. Returns what closes the connection.
 */
export function watchOperation(connectionString: string): () => Promise<void> {
  const patience = { connect: LIMIT_MS, lock: LIMIT_MS, statement: LIMIT_MS };
  const pool = new pg.Pool({ ...connectionOptions(connectionString, patience), Client: databaseClient(), max: 1 });
  pool.on('error', () => {}); // the next reading connects again
  let last: { at: number; state: Promise<OperationState | null> } | undefined;
  read = () => {
    if (!last || Date.now() - last.at > FRESH_MS)
      last = {
        at: Date.now(),
        state: pool.query(OPERATION_SQL).then(
          ({ rows }) => parseOperation(rows[0]),
          () => null,
        ),
      };
    return last.state;
  };
  return () => pool.end();
}

type Series = [labels: Record<string, string>, value: number];

function gauge(
  name: string,
  help: string,
  labelNames: readonly string[],
  seriesOf: (state: OperationState) => Series[],
) {
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      const state = await read();
      this.reset();
      if (!labelNames.length) this.remove(); // a reset gauge without labels is 0
      for (const [labels, value] of state ? seriesOf(state) : []) this.set(labels, value);
    },
  });
}

/** A single series without labels. */
const single = (value: number | null): Series[] => (value === null ? [] : [[{}, value]]);

gauge(
  'worker_last_seen_seconds',
  'Seconds since a worker was last seen; +Inf if none was in the last day',
  [],
  (state) => single(state.workers[0]?.seen_s ?? Infinity),
);
gauge('jobs_waiting', 'Jobs that wait for their first or next try', ['queue'], ({ queues }) =>
  queues.map(({ name, waiting }) => [{ queue: name }, waiting]),
);
gauge('jobs_oldest_seconds', 'Seconds for which a job could have started', ['queue'], ({ queues }) =>
  queues.map(({ name, oldest_s }) => [{ queue: name }, oldest_s]),
);
gauge('jobs_failed', 'Jobs that failed three times or more', ['queue'], ({ queues }) =>
  queues.map(({ name, failing, gave_up }) => [{ queue: name }, failing + gave_up]),
);
gauge(
  'storage_host_last_seen_seconds',
  'Seconds since a storage host was last seen, or created',
  ['host'],
  ({ hosts }) => hosts.map(({ name, seen_s }) => [{ host: name }, seen_s]),
);
gauge('billing_check_age_seconds', 'Seconds since a billing check ran', ['check'], ({ runs }) =>
  runs.map(({ name, age_s }) => [{ check: name }, age_s]),
);
gauge('billing_differences', 'Differences from Stripe that the last verify found', [], ({ runs }) =>
  single(runs.find(({ name }) => name === 'verify')?.differences ?? null),
);
gauge(
  'stripe_events_missed',
  'Events that the last sweep handled because no webhook had brought them',
  [],
  ({ runs }) => single(runs.find(({ name }) => name === 'sweep')?.events ?? null),
);
gauge('usage_fold_age_seconds', 'Seconds since usage was last folded', [], ({ fold_s }) => single(fold_s));
gauge('backup_age_seconds', 'Seconds since the last backup that was noted; +Inf if none was', [], ({ backup_s }) =>
  single(backup_s ?? Infinity),
);
gauge('wal_archive_failing', "1 if PostgreSQL's last attempt to archive WAL failed", [], (state) =>
  single(Number(state.is_archive_failing)),
);

/** All processes export the same counts, which are in the database. */
new Counter({
  name: 'mails_total',
  help: 'Attempts to send an email, by what became of them',
  labelNames: ['result'] as const,
  registers: [metrics],
  async collect() {
    const state = await read();
    this.reset();
    if (state) for (const result of ['sent', 'failed', 'refused'] as const) this.inc({ result }, state.mail[result]);
  },
});

/** What runs behind the web process: worker, jobs, webhooks, backups, storage hosts. */
import { lookup } from 'node:dns/promises';
import { env } from '#lib/base/settings/env.ts';
import { release, releaseText } from '#lib/base/settings/release.ts';
import { spanText } from '#lib/base/text/format.ts';
import { SECOND } from '#lib/base/time.ts';
import { BACKUP_OLD_S, JOB_LATE_S, HEARTBEAT_S, WORKER_SILENT_S } from '#lib/operation/limits.ts';
import { OPERATION_SQL, parseOperation, type OperationState } from '#lib/operation/state.ts';
import { SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import { withDatabase } from './database.ts';
import { fail, ok, skip, type Finding } from './line.ts';

export const readState = (): Promise<OperationState> =>
  withDatabase(async (client) => parseOperation((await client.query<object>(OPERATION_SQL)).rows[0]));

export function checkWorker({ workers }: OperationState): Finding {
  const [last] = workers;
  const start = 'Start it (`npm run worker`) and read its log';
  if (!last) return fail(`no worker was seen in the last day, so no email is sent. ${start}`);
  if (last.seen_s > WORKER_SILENT_S)
    return fail(`last seen ${spanText(last.seen_s)} ago, so no email is sent. ${start}`);
  // The newest also counts when it is late; another that an upgrade or a rollback has just ended does not.
  const running = workers.filter((worker) => worker === last || worker.seen_s <= 2 * HEARTBEAT_S);
  const others = running.filter(({ version, commit }) => releaseText({ version, commit }) !== releaseText(release()));
  const text = `${running.length} seen ${spanText(last.seen_s)} ago`;
  return others.length ? fail(`${text}, but of release ${others.map(releaseText).join(', ')}. Restart it`) : ok(text);
}

export function checkJobs({ queues }: OperationState): Finding {
  const late = queues.filter(({ oldest_s }) => oldest_s > JOB_LATE_S);
  const failed = queues.filter(({ failing, gave_up }) => failing + gave_up > 0);
  const problems = [
    ...late.map(({ name, oldest_s }) => `${name} waits for ${spanText(oldest_s)}`),
    ...failed.map(({ name, failing, gave_up }) => `${name} has ${failing + gave_up} failed`),
  ];
  return problems.length ? fail(`${problems.join(', ')}. /admin/jobs says why`) : ok('none late, none failed');
}

export function checkDeliveries({ runs }: OperationState): Finding {
  const sweep = runs.find(({ name }) => name === 'sweep');
  if (!sweep) return skip('the hourly sweep has not run yet');
  if (!sweep.events) return ok(`nothing was left for the sweep, ${spanText(sweep.age_s)} ago`);
  return fail(
    `${sweep.events} events came only with the hourly sweep: webhooks do not arrive, or are refused. ` +
      'Compare STRIPE_WEBHOOK_SECRET with the endpoint’s, and look for "refused because of a setting" in the log',
  );
}

export function checkBackup({ backup_s, is_archive_failing }: OperationState): Finding {
  if (is_archive_failing) return fail('PostgreSQL cannot archive WAL. Run `pgbackrest --stanza=premium check`');
  if (backup_s === null && env().APP_MODE !== 'production') return skip('none is needed outside production');
  if (backup_s === null)
    return fail(`none was noted. After each backup run: psql premium -c "SELECT note_backup('…')"`);
  if (backup_s > BACKUP_OLD_S) return fail(`the last one is ${spanText(backup_s)} old. Read the log of its timer`);
  return ok(`${spanText(backup_s)} old`);
}

export async function checkHosts({ hosts }: OperationState): Promise<Finding> {
  const silent = hosts.filter(({ seen_s, was_seen }) => !was_seen || seen_s > SILENT_AFTER_MS / SECOND);
  const isLocal = env().APP_MODE !== 'production';
  const names = isLocal ? [] : hostsOf(`${env().FUZZY_SERVERS},${env().FUZZY_BULK_SERVERS}`);
  const unknown = await filterAsync(names, async (name) => !(await resolves(name)));
  const problems = [
    ...unknown.map((name) => `${name} does not resolve`),
    ...silent.map(({ name, seen_s, was_seen }) =>
      was_seen ? `${name} silent for ${spanText(seen_s)}` : `${name} never seen`,
    ),
  ];
  if (problems.length && (unknown.length || !isLocal))
    return fail(`${problems.join(', ')}. Run \`systemctl status rspamd-premium-agent\` there`);
  if (!hosts.length) return skip('no storage host is entered on /admin/servers');
  return problems.length
    ? skip(`${problems.join(', ')}; the samples of a local copy have no agent`)
    : ok(`${hosts.length} seen`);
}

const hostsOf = (servers: string) => [...new Set(servers.split(',').map((each) => each.trim().replace(/:\d+$/, '')))];

const resolves = (name: string) =>
  lookup(name).then(
    () => true,
    () => false,
  );

async function filterAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const results = await Promise.all(items.map(test));
  return items.filter((_, index) => results[index]);
}

/** Refusals in the last minutes, as the web process of this host reports them. */
export async function checkRefusals(): Promise<Finding> {
  const { METRICS_HOST, METRICS_PORT } = env();
  const host = METRICS_HOST === '0.0.0.0' || METRICS_HOST === '::' ? '127.0.0.1' : METRICS_HOST;
  const text = await fetch(`http://${host}:${METRICS_PORT}/metrics`, { signal: AbortSignal.timeout(5 * SECOND) }).then(
    (answer) => answer.text(),
    () => null,
  );
  if (text === null) return skip(`no web process answers on port ${METRICS_PORT} of this host`);
  const recent = [...text.matchAll(/^setting_refusal_age_seconds\{cause="(\w+)"\} ([\d.e-]+)$/gm)].filter(
    ([, , age]) => Number(age) < RECENT_S,
  );
  if (!recent.length) return ok('none in the last 10 minutes');
  const causes = recent.map(([, cause = '']) => cause).join(', ');
  return fail(`${causes}, in the last 10 minutes. Look for "refused because of a setting" in the log`);
}
const RECENT_S = 600;

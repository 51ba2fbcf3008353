import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { root } from '#dev/stack/folders.ts';
import { until } from '#dev/stack/process.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { MINUTE, SECOND } from '#lib/time.ts';
import { findViolations } from '../support/invariants.ts';
import { repeatedly } from '../support/people.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { createMixedWork, type Promised } from '../support/stacks/mixed-work.ts';
import type { DebianServer } from './debian-server.ts';

const DATABASE = 'premium';
/**
 * How long the load runs before the backup, and between the backup and the moment to which the second restore returns.
 */
const LOAD_MS = 15 * SECOND;
/** Longer than `archive_timeout` in deploy/pgbackrest/archive.conf: only archived WAL survives the disk. */
const LOAD_AFTER_MS = 70 * SECOND;
const DUE = `(state IN ('retry', 'active') OR (state = 'created' AND start_after <= now())) AND name NOT LIKE '\\_\\_%'`;

/** What was measured in one recovery. */
type Row = {
  moment: string;
  /** from the start of the restore until the server accepts writes */
  seconds: number;
  /** what was acknowledged before the moment and is missing afterwards */
  lost: Lost;
  /** users who signed up after the moment */
  later: number;
  /** paid subscriptions whose user is lost: cancelled at Stripe, as an operator would */
  orphans: number;
  violations: string[];
  verify: string;
};
type Lost = { rows: number; requests: number };

/** Backs up under load, loses the disk, and restores twice: the latest state, and a moment in the middle of the load. */
export async function rehearse(server: DebianServer): Promise<boolean> {
  await server.psql('postgres', `CREATE DATABASE ${DATABASE}`);
  await server.backrest('stanza-create');
  await server.backrest('check');
  const stack = await createDetachedStack(server.url(DATABASE));
  try {
    const { atMoment, atEnd, moment } = await loadAndLose(server, stack);
    const latest = await restore(server, stack, 'the latest state', atEnd, ['--archive-mode=off']);
    await server.kill();
    const target = ['--type=time', `--target=${moment}`, '--target-action=promote', '--target-timeline=current'];
    const middle = await restore(server, stack, 'a moment under load', atMoment, target, moment);
    await server.backrest('check'); // the restored server archives its WAL
    print([latest, middle]);
    // A lost disk costs the WAL of at most `archive_timeout`; a moment loses nothing that was acknowledged before it.
    const isExact = middle.lost.rows === 0 && middle.lost.requests === 0 && middle.later === 0;
    return isExact && [latest, middle].every(isSound);
  } catch (error) {
    console.error(stack.output().slice(-3000));
    console.error(server.log().slice(-3000));
    throw error;
  } finally {
    await stack.remove();
  }
}

const isSound = ({ violations, verify }: Row) => !violations.length && verify.startsWith('0 ');

/**
 * Runs the load with a backup in it, and then kills the server and all processes of the product, and loses its disk.
 */
async function loadAndLose(server: DebianServer, stack: DetachedStack) {
  await stack.startInbox();
  const stripe = await stack.startStripe();
  const app = await stack.startApp({ PORT: String(stack.port) });
  const worker = await stack.startWorker();
  let isUp = true;
  const work = await createMixedWork(stack, await logInAsAdmin(stack), stripe, () => isUp);
  const loops = [
    repeatedly(2, work.signUpAndBuy),
    repeatedly(1, work.administrate),
    repeatedly(1, work.logInAndForget),
  ];
  // The reports read the database, which will fail.
  const stopReports = repeatedly(1, (n) => work.report(n).catch(() => pause(SECOND)));
  await pause(LOAD_MS);
  const from = Date.now();
  await server.backrest('backup', '--type=full');
  console.log(`A full backup under load took ${secondsSince(from)} s`);
  await pause(LOAD_MS);
  const atMoment = copyOf(work.promised);
  const [clock] = await stack.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  await pause(LOAD_AFTER_MS);
  const atEnd = copyOf(work.promised);
  await server.kill();
  isUp = false;
  void stopReports(); // like the agent, it repeats its report until the portal is back
  await Promise.all([app.kill(), worker.kill(), ...loops.map((stop) => stop())]);
  await server.lose();
  return { atMoment, atEnd, moment: clock?.now ?? '' };
}

/**
 * Restores, starts the server, counts what is lost, repairs what differs from Stripe, lets a worker finish, and checks.
 */
async function restore(
  server: DebianServer,
  stack: DetachedStack,
  name: string,
  promised: Promised,
  options: string[],
  moment?: string,
): Promise<Row> {
  const from = Date.now();
  await server.lose();
  await server.backrest('restore', ...options);
  await server.start();
  const seconds = secondsSince(from);
  const lost = await countLost(stack, promised);
  const created = `SELECT count(*)::int AS n FROM users WHERE created_at > $1::timestamptz`;
  const later = moment ? ((await stack.query<{ n: number }>(created, moment))[0]?.n ?? -1) : 0;

  const { lines } = await command(stack, 'bin/billing-reconcile.ts');
  const orphans = lines.flatMap((line) => /^Still different: user of (sub_\w+)/.exec(line)?.[1] ?? []);
  for (const id of orphans) await cancelAtStripe(stack, id);
  const reconciled = await command(stack, 'bin/billing-reconcile.ts');
  if (reconciled.code) console.log(reconciled.lines.join('\n'));
  const worker = await stack.startWorker();
  const isIdle = async () => (await stack.query(`SELECT 1 FROM pgboss.job WHERE ${DUE} LIMIT 1`)).length === 0;
  if (!(await until(isIdle, 2 * MINUTE, 250))) console.log(`${name}: jobs are still due`);
  await worker.terminate();
  const violations = await findViolations(stack.query);
  const verified = await command(stack, 'bin/billing-verify.ts');
  const verify = verified.lines.at(-1)?.split(', ').at(-1) ?? '';
  return { moment: name, seconds, lost, later, orphans: orphans.length, violations, verify };
}

async function cancelAtStripe({ settings }: DetachedStack, id: string): Promise<void> {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY }: Readonly<Record<string, string | undefined>> = settings;
  const answer = await fetch(`${STRIPE_API_BASE}/v1/subscriptions/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
  });
  if (!answer.ok) throw new Error(`${id} was not cancelled: ${answer.status}`);
}

/** Acknowledged users, keys and clients that the database lacks, and requests in accepted usage reports. */
async function countLost(stack: DetachedStack, promised: Promised): Promise<Lost> {
  const column = async (text: string) => new Set((await stack.query<{ c: string }>(text)).map(({ c }) => c));
  const users = await column('SELECT email AS c FROM users');
  const keys = await column('SELECT public_key AS c FROM fuzzy_keys');
  const clients = await column('SELECT id AS c FROM oauth_clients');
  const counted = 'SELECT coalesce(sum(checked), 0)::int AS checked FROM usage_points';
  const [sum] = await stack.query<{ checked: number }>(counted);
  const rows = [
    ...[...promised.users].filter((email) => !users.has(email) && !promised.deleted.has(email)),
    ...[...promised.keys].filter((key) => !keys.has(key)),
    ...[...promised.clients].filter((id) => !clients.has(id)),
  ];
  return { rows: rows.length, requests: Math.max(0, promised.checked - (sum?.checked ?? 0)) };
}

async function command(stack: DetachedStack, file: string) {
  const { exitCode, stdout } = await execa(process.execPath, [file], {
    cwd: root,
    env: { ...cleanEnvironment(), ...stack.settings, LOG_LEVEL: 'error' },
    extendEnv: false,
    reject: false,
  });
  return { code: exitCode ?? 1, lines: stdout.trim().split('\n') };
}

const copyOf = (promised: Promised): Promised => structuredClone(promised);
const secondsSince = (from: number): number => Math.round((Date.now() - from) / 100) / 10;

function print(rows: Row[]) {
  console.log('| restored | seconds | rows lost | requests lost | later users | lost buyers | broken rules | verify |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { moment, seconds, lost, later, orphans, violations, verify } of rows)
    console.log(
      `| ${[moment, seconds, lost.rows, lost.requests, later, orphans, violations.length, verify].join(' | ')} |`,
    );
  for (const { moment, violations } of rows) for (const text of violations) console.log(`${moment}: ${text}`);
}

import { execa } from 'execa';
import { root } from '#dev/stack/folders.ts';
import { until } from '#dev/stack/process.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { MINUTE } from '#lib/base/time.ts';
import { findViolations } from '../support/invariants.ts';
import { countRequests, findLostRows } from '../support/losses.ts';
import type { DetachedStack } from '../support/stacks/detached-stack.ts';
import type { Promised } from '../support/stacks/mixed-work.ts';
import type { DebianServer } from './debian-server.ts';

const DUE = `(state IN ('retry', 'active') OR (state = 'created' AND start_after <= now())) AND name NOT LIKE '\\_\\_%'`;

/** What was measured in one recovery. */
export type Row = {
  moment: string;
  /** from the start of the restore until the server accepts writes */
  seconds: number;
  /** what was acknowledged before the moment and is missing afterwards */
  lost: { rows: number; requests: number };
  /** users who signed up after the moment */
  later: number;
  /** paid subscriptions whose user is lost: cancelled at Stripe, as an operator would */
  orphans: number;
  violations: string[];
  verify: string;
};

/**
 * Restores, starts the server, counts what is lost, repairs what differs from Stripe, lets a worker finish, and checks.
 */
export async function restore(
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
  const lost = await findLostRows(stack, promised);
  const requests = Math.max(0, promised.checked - (await countRequests(stack)));
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
  return {
    moment: name,
    seconds,
    lost: { rows: lost.length, requests },
    later,
    orphans: orphans.length,
    violations,
    verify,
  };
}

async function cancelAtStripe({ settings }: DetachedStack, id: string): Promise<void> {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY }: Readonly<Record<string, string | undefined>> = settings;
  const answer = await fetch(`${STRIPE_API_BASE}/v1/subscriptions/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
  });
  if (!answer.ok) throw new Error(`${id} was not cancelled: ${answer.status}`);
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

export const secondsSince = (from: number): number => Math.round((Date.now() - from) / 100) / 10;

import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#lib/base/time.ts';
import { repeatedly } from '../support/people.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { createMixedWork } from '../support/stacks/mixed-work.ts';
import type { DebianServer } from './debian-server.ts';
import { restore, secondsSince, type Row } from './restore.ts';

const DATABASE = 'premium';
/**
 * How long the load runs before the backup, and between the backup and the moment to which the second restore returns.
 */
const LOAD_MS = 15 * SECOND;
/** Longer than `archive_timeout` in deploy/pgbackrest/archive.conf: only archived WAL survives the disk. */
const LOAD_AFTER_MS = 70 * SECOND;

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
  const atMoment = structuredClone(work.promised);
  const [clock] = await stack.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  await pause(LOAD_AFTER_MS);
  const atEnd = structuredClone(work.promised);
  await server.kill();
  isUp = false;
  void stopReports(); // like the agent, it repeats its report until the portal is back
  await Promise.all([app.kill(), worker.kill(), ...loops.map((stop) => stop())]);
  await server.lose();
  return { atMoment, atEnd, moment: clock?.now ?? '' };
}

function print(rows: Row[]) {
  console.log('| restored | seconds | rows lost | requests lost | later users | lost buyers | broken rules | verify |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { moment, seconds, lost, later, orphans, violations, verify } of rows)
    console.log(
      `| ${[moment, seconds, lost.rows, lost.requests, later, orphans, violations.length, verify].join(' | ')} |`,
    );
  for (const { moment, violations } of rows) for (const text of violations) console.log(`${moment}: ${text}`);
}

/**
 * `npm run test:recovery` (R15): rehearses the recovery of a lost database on Debian's PostgreSQL with pgBackRest, configured
 * by the files of deploy/pgbackrest. Needs root. Prints what each recovery took and lost; exits with 1 if it lost what
 * it must not, or if the restored database breaks a rule.
 */
import { existsSync } from 'node:fs';
import { installPackages, isRoot } from '#dev/tests/apt.ts';
import { endCaptured } from '#dev/tests/capture.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { createServer } from './debian-server.ts';
import { rehearse } from './rehearsal.ts';

if (!isRoot()) {
  console.error('test:recovery needs root: it runs PostgreSQL as the user postgres.');
  process.exit(2);
}
if (!existsSync('/usr/bin/pgbackrest') || !existsSync('/usr/lib/postgresql'))
  await installPackages('postgresql', 'pgbackrest');

const folder = await makeTestFolder('recovery');
const server = await createServer(folder.path);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    endCaptured();
    void server.kill().finally(() => process.exit(130));
  });
try {
  const isRight = await rehearse(server);
  if (!isRight) process.exitCode = 1;
} finally {
  await server.kill();
  folder.remove();
}
process.exit();

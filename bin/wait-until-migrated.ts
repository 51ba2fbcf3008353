/** Exits when the database has this version's migrations, so that a new worker does not start on an older schema. */
import '#lib/base/one-line-errors.ts';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#lib/base/settings/env.ts';
import { log } from '#lib/base/log.ts';
import { createReadiness } from '#server/readiness.ts';

const readiness = createReadiness(env().DATABASE_URL, path.resolve(import.meta.dirname, '../prisma/migrations'));
for (;;) {
  const problems = await readiness.findProblems();
  if (!problems.some((problem) => problem !== 'signing_keys')) break; // the web process creates the signing keys
  log().info({ problems }, 'waiting for the database');
  await sleep(2000);
}
await readiness.close();

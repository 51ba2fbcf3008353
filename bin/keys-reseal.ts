/**
 * `npm run keys:reseal`: encrypts every sealed value, queued jobs included, with the first key of KEY_ENCRYPTION_KEY.
 * docs/operations.md (Changing secrets) says in which order the processes get to know a new key.
 */
import '#lib/base/one-line-errors.ts';
import { resealAll } from '#lib/admin/reseal.ts';
import { closeDb, db } from '#lib/base/db/db.ts';

try {
  const counts = await resealAll(db());
  for (const { what, resealed, current, failed } of counts)
    console.log(`${what}: ${resealed} resealed, ${current} already current, ${failed} could not be opened`);
  if (counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
} finally {
  await closeDb();
}

/**
 * `npm run keys:reseal`: encrypts every sealed value with the first key of KEY_ENCRYPTION_KEY. To change that key, put
 * a new one first in the list, restart, run this command, wait two hours for queued emails, and remove the old key.
 */
import '#lib/one-line-errors.ts';
import { resealAll } from '#lib/admin/reseal.ts';
import { closeDb, db } from '#lib/db.ts';

try {
  const counts = await resealAll(db());
  for (const { what, resealed, current, failed } of counts)
    console.log(`${what}: ${resealed} resealed, ${current} already current, ${failed} could not be opened`);
  if (counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
} finally {
  await closeDb();
}

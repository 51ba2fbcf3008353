/**
 * Seals everything that is sealed with the first of KEY_ENCRYPTION_KEY (`npm run keys:reseal`). To change that key, put a
 * new one first in the list, restart, run this, wait two hours for mails that are under way, and take the old one off.
 */
import { closeDb, db } from '#lib/db.ts';
import { resealAll } from '#lib/lifecycle/reseal.ts';

try {
  const counts = await resealAll(db());
  for (const { what, resealed, current, failed } of counts)
    console.log(`${what}: ${resealed} sealed anew, ${current} had the current key, ${failed} could not be opened`);
  if (counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
} catch (error) {
  console.error(`Nothing more was sealed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeDb();
}

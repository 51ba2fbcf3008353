import { setTimeout as sleep } from 'node:timers/promises';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { setEnteredHosts } from '#lib/base/settings/contacts.ts';
import { SECOND } from '#lib/base/time.ts';
import { findEnteredHosts } from '#lib/storage/hosts.ts';

/** How often hosts are read: a change in the console reaches the guides within this time. */
const EVERY_MS = 10 * SECOND;
/** How long the start waits for a database that does not answer. */
const FIRST_MS = SECOND;
/** When a failed reading is repeated. */
const AGAIN_MS = 2 * SECOND;
/** One failure is normal: while Next starts, the process may be too busy to open a connection in time. */
const LOGGED_FAILURES = 2;

/**
 * Reads the storage hosts that admins entered, now and every ten seconds, and calls `onChange` after a later change. If
 * the database is unavailable, or older than this release, keeps the hosts of the last reading, or at first those of
 * the settings.
 */
export async function followStorageHosts(onChange: () => void): Promise<void> {
  let failures = 0;
  const read = async () => {
    try {
      const hasChanged = setEnteredHosts(await findEnteredHosts(db()));
      failures = 0;
      return hasChanged;
    } catch (error) {
      failures += 1;
      if (failures === LOGGED_FAILURES) log().warn({ err: error }, 'storage hosts not read');
      if (failures === 1) setTimeout(follow, AGAIN_MS).unref();
      return false;
    }
  };
  const follow = () =>
    void read().then((hasChanged) => {
      if (hasChanged) onChange();
    });
  let hasStarted = false;
  const first = read().then((hasChanged) => {
    if (hasChanged && hasStarted) onChange();
  });
  await Promise.race([first, sleep(FIRST_MS, undefined, { ref: false })]);
  hasStarted = true;
  setInterval(follow, EVERY_MS).unref();
}

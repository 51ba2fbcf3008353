import { setTimeout as sleep } from 'node:timers/promises';
import { setEnteredHosts } from '#lib/contacts.ts';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { findEnteredHosts } from '#lib/storage/hosts.ts';
import { SECOND } from '#lib/time.ts';

/** How often hosts are read: a change in the console reaches the guides within this time. */
const EVERY_MS = 10 * SECOND;
/** How long the start waits for a database that does not answer. */
const FIRST_MS = SECOND;

/**
 * Reads the storage hosts that admins entered, now and every ten seconds, and calls `onChange` after a later change. If
 * the database is unavailable, or older than this release, keeps the hosts of the last reading, or at first those of
 * the settings.
 */
export async function followStorageHosts(onChange: () => void): Promise<void> {
  let isFailing = false;
  const read = async () => {
    try {
      const hasChanged = setEnteredHosts(await findEnteredHosts(db()));
      isFailing = false;
      return hasChanged;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, 'storage hosts not read');
      isFailing = true;
      return false;
    }
  };
  let hasStarted = false;
  const first = read().then((hasChanged) => {
    if (hasChanged && hasStarted) onChange();
  });
  await Promise.race([first, sleep(FIRST_MS, undefined, { ref: false })]);
  hasStarted = true;
  setInterval(() => {
    void read().then((hasChanged) => {
      if (hasChanged) onChange();
    });
  }, EVERY_MS).unref();
}

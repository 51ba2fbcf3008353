import { setTimeout as sleep } from 'node:timers/promises';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { setEnteredHosts } from '#lib/base/settings/contacts.ts';
import { SECOND } from '#lib/base/time.ts';
import { findEnteredHosts } from '#lib/storage/hosts.ts';
import { findApprovedTestimonials } from '#lib/testimonials/service.ts';
import { setApprovedTestimonials } from '#lib/testimonials/shown.ts';

/** How often the entries are read: a change in the console reaches the public pages within this time. */
const EVERY_MS = 10 * SECOND;
/** How long the start waits for a database that does not answer. */
const FIRST_MS = SECOND;
/** When a failed reading is repeated. */
const AGAIN_MS = 2 * SECOND;
/** One failure is normal: while Next starts, the process may be too busy to open a connection in time. */
const LOGGED_FAILURES = 2;

/**
 * Reads what admins entered for the public pages (storage hosts, testimonials), now and every ten seconds, and calls
 * `onChange` after a later change. If the database is unavailable, or older than this release, keeps the last reading:
 * at first the hosts of the settings, and no testimonial.
 */
export async function followEnteredData(onChange: () => void): Promise<void> {
  let failures = 0;
  const read = async () => {
    try {
      const [hosts, approved] = await Promise.all([findEnteredHosts(db()), findApprovedTestimonials(db())]);
      failures = 0;
      return [setEnteredHosts(hosts), setApprovedTestimonials(approved)].includes(true);
    } catch (error) {
      failures += 1;
      if (failures === LOGGED_FAILURES) log().warn({ err: error }, 'entries for the public pages not read');
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

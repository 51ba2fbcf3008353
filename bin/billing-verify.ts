/**
 * `npm run billing:verify`: compares Stripe with our rows, keys, limits and ledger, changes nothing, and prints each
 * difference on one line. Exits with 1 if there is one. Without DATABASE_URL it works on a running `npm start`.
 */
import '#lib/base/one-line-errors.ts';
import { lineOf } from '#lib/billing/reconcile/differences.ts';
import { verifyAndNote } from '#lib/billing/reconcile/reconcile.ts';
import { closeDb } from '#lib/base/db/db.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { provideLocalSettings } from './local-settings.ts';

provideLocalSettings();
const { checked, demo, differences } = await verifyAndNote(processContext({ kind: 'system', job: 'billing.verify' }));
for (const difference of differences) console.log(lineOf(difference));
console.log(`${checked} subscriptions at Stripe, ${demo} of the demo not compared, ${differences.length} differences`);
await Promise.allSettled([closeQueue(), closeDb()]);
process.exit(differences.length ? 1 : 0);

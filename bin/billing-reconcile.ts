/**
 * `npm run billing:reconcile`: repairs differences from Stripe that are safe to repair, verifies, and prints a report.
 * Exits with 1 if something failed or still differs. Without DATABASE_URL it works on a running `npm start`.
 */
import '#lib/base/one-line-errors.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { closeDb } from '#lib/base/db/db.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { provideLocalSettings } from './local-settings.ts';

provideLocalSettings();
const report = await reconcile(processContext({ kind: 'system', job: 'billing.reconcile' }));
const lines: [string, string[] | number][] = [
  ['Subscriptions at Stripe', report.checked],
  ['Repaired', report.mended],
  ['Without a user here', report.unknown],
  ['Unknown to Stripe', report.missing],
  ['Demo subscriptions, not compared', report.demo],
  ['Missed events processed', report.events],
  ['Failed', report.failed],
];
for (const [name, value] of lines)
  console.log(`${name.padEnd(34)}${typeof value === 'number' ? value : [value.length, ...value].join(' ')}`);
for (const line of report.left) console.log(`Still different: ${line}`);
await Promise.allSettled([closeQueue(), closeDb()]);
process.exit(report.failed.length || report.left.length ? 1 : 0);

/** `npm run billing:reconcile`: compares everything with Stripe, mends it, and says what it found. On a machine that runs `npm start`, of that copy. */
import { reconcile } from '#lib/billing/reconcile.ts';
import { closeDb } from '#lib/db.ts';
import { processContext } from '#lib/http/request-context.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { provideLocalSettings } from './local-settings.ts';

provideLocalSettings();
const report = await reconcile(processContext({ kind: 'system', job: 'billing.reconcile' }));
const lines: [string, string[] | number][] = [
  ['Subscriptions at Stripe', report.checked],
  ['Mended', report.mended],
  ['Of no user of ours', report.unknown],
  ['Unknown to Stripe', report.missing],
  ['Samples of the demo, left alone', report.demo],
  ['Events caught up on', report.events],
  ['Failed', report.failed],
];
for (const [name, value] of lines)
  console.log(`${name.padEnd(34)}${typeof value === 'number' ? value : [value.length, ...value].join(' ')}`);
await Promise.allSettled([closeQueue(), closeDb()]);
process.exit(report.failed.length ? 1 : 0);

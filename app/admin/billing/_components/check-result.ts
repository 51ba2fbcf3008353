import { exactNumber } from '#components/ui/data/number-text.ts';
import { HOUR } from '#lib/base/time.ts';
import type { RunListView } from '#lib/billing/revenue/views.ts';
import type { RunName } from '#lib/billing/schema.ts';

type Found = RunListView['runs'][number]['found'];
type Result = { tone: 'good' | 'warning' | 'bad'; text: string; details: string };

/** The time after which a check is late: its interval plus some time to start. */
const LATE_AFTER_MS: Record<RunName, number> = { sweep: 2 * HOUR, reconcile: 26 * HOUR, verify: 26 * HOUR };

/** Whether a check should have run again by now. */
export const isLate = (name: RunName, ranAt: Date, now: Date): boolean =>
  now.getTime() - ranAt.getTime() > LATE_AFTER_MS[name];

/** The result of a check: its badge, and the counts beside the badge. */
export function resultOf(name: RunName, found: Found): Result {
  const count = (what: string) => found.find((each) => each.what === what)?.count ?? 0;
  const list = (...parts: [what: string, text: string][]) =>
    parts.flatMap(([what, text]) => (count(what) ? [`${exactNumber(count(what))} ${text}`] : [])).join(', ');
  const judge = (bad: string, repaired: string, good: string) => {
    if (bad) return { tone: 'bad' as const, text: bad };
    return repaired ? { tone: 'warning' as const, text: repaired } : { tone: 'good' as const, text: good };
  };
  if (name === 'sweep')
    return {
      ...judge(list(['failed', 'failed']), list(['events', 'missed, handled now']), 'No event missed'),
      details: '',
    };
  const compared = [
    `${exactNumber(count('checked'))} subscriptions at Stripe`,
    ...(count('demo') ? [`${exactNumber(count('demo'))} demo subscriptions not compared`] : []),
  ].join(', ');
  if (name === 'verify')
    return { ...judge(list(['differences', 'different']), '', 'No differences'), details: compared };
  const extra = list(
    ['events', 'missed events handled'],
    ['unknown', 'without a user here'],
    ['missing', 'unknown to Stripe'],
    ['failed', 'failed'],
  );
  return {
    ...judge(
      list(['left', 'still different'], ['failed', 'failed']),
      list(['mended', 'repaired']),
      'Nothing to repair',
    ),
    details: [compared, extra].filter(Boolean).join(', '),
  };
}

import { exactNumber } from '#components/ui/data/number-text.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import type { FuzzyKeyListView } from '#lib/fuzzy-keys/views.ts';

type Counts = FuzzyKeyListView['counts'];
const COUNTERS: readonly { count: keyof Counts; label: string }[] = [
  { count: 'total', label: 'Total Keys' },
  { count: 'with_email', label: 'With Email' },
  { count: 'stripe', label: 'Stripe Keys' },
  { count: 'manual', label: 'Manual Keys' },
  { count: 'deleted', label: 'Deleted' },
];

export function KeyCounters({ counts }: { counts: Counts | undefined }) {
  return (
    <dl aria-label="Counters" className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {COUNTERS.map(({ count, label }) => (
        <div
          key={count}
          className="flex flex-col justify-between gap-1 rounded-md border bg-surface px-4 py-3 max-md:last:col-span-2"
        >
          <dt className="label-mono">{label}</dt>
          <dd className="text-heading font-semibold">
            {counts ? exactNumber(counts[count]) : <Skeleton className="my-1.5 h-7 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

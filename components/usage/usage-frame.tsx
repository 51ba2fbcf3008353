import type { ReactNode } from 'react';
import { CHART_HEAD, CHART_HEIGHT } from '#components/charts/plot-frame.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { TotalsSkeleton } from './usage-totals.tsx';

/** The height of CHART_HEAD, the chart and the line below it together. */
export const CHART_WITH_HEAD = 'min-h-114 sm:min-h-101 lg:min-h-91';

type UsageFrameProps = { totals: ReactNode; limit: ReactNode; children: ReactNode };

/** Sums and limit above, the chart below. The height does not depend on the content. */
export function UsageFrame({ totals, limit, children }: UsageFrameProps) {
  return (
    <div className="rounded-md border bg-surface">
      <div className="grid gap-x-10 gap-y-5 border-b p-5 md:grid-cols-2">
        {totals}
        {limit}
      </div>
      <div className="p-5">{children}</div>
    </div>
  );
}

export function UsageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading usage...</span>
      <div aria-hidden="true">
        <UsageFrame totals={<TotalsSkeleton />} limit={<LimitSkeleton />}>
          <div className="space-y-3">
            <div className={CHART_HEAD}>
              <Skeleton className="h-8 w-56" />
            </div>
            <Skeleton className={CHART_HEIGHT} />
            <div className="min-h-10 sm:min-h-5" />
          </div>
        </UsageFrame>
      </div>
    </div>
  );
}

const LimitSkeleton = () => (
  <div className="min-h-25.5 space-y-1 sm:min-h-20.5">
    <Skeleton className="h-5 w-24" />
    <Skeleton className="h-8.5" />
  </div>
);

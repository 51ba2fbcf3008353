import type { ReactNode } from 'react';
import type { SeriesLook } from '#components/charts/chart-data.ts';
import { Sample } from '#components/charts/sample.tsx';
import { BigNumber } from '#components/ui/data/big-number.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { ProgressMeter } from '#components/ui/data/progress-meter.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { limitText } from '#lib/base/daily-limit.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { countedOf, daysOver, hitPercent, SERIES, totalsOf } from './graph/graph.ts';

type UsageTotalsProps = {
  graph: UsageGraph;
  before?: UsageGraph | undefined;
  /** Shows with each sum how the chart draws it, where the chart has no legend. Leaves out the explanations. */
  hasSamples?: boolean;
};

/** The sums of checked, hits and refused requests, with the sums of the previous period. An unknown sum is a dash, not 0. */
export function UsageTotals({ graph, before, hasSamples = false }: UsageTotalsProps) {
  const { checked, hits, errors } = totalsOf(graph);
  const sumsBefore = before && totalsOf(before);
  const percent = hitPercent(graph);
  return (
    <TotalsFrame>
      <Total
        name="Checked"
        look={hasSamples && SERIES.checked.look}
        value={checked}
        before={sumsBefore?.checked}
        explanation="Requests that the storage answered."
      />
      <Total
        name="Hits"
        look={hasSamples && SERIES.hits.look}
        value={hits}
        before={sumsBefore?.hits}
        explanation="Checked requests that matched a known hash, and their share of all checked requests."
      >
        {percent !== null && (
          <span className="text-small font-normal text-muted">
            {percent}%<span className="sr-only"> of the checked requests</span>
          </span>
        )}
      </Total>
      <Total
        name="Refused"
        look={hasSamples && SERIES.errors.look}
        value={errors}
        before={sumsBefore?.errors}
        explanation={REFUSED}
      />
    </TotalsFrame>
  );
}

/** All that Rspamd counts: it does not tell the two apart for a key. */
const REFUSED =
  'Requests that the storage refused: above the rate of your limit, or while the key was switched off. Rspamd counts both together.';

export const TotalsSkeleton = () => (
  <TotalsFrame>
    {['checked', 'hits', 'errors'].map((name) => (
      <div key={name} className="space-y-1">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-7 w-20" />
      </div>
    ))}
  </TotalsFrame>
);

function TotalsFrame({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-3 gap-x-4">{children}</dl>;
}

type TotalProps = {
  name: string;
  look: SeriesLook | false;
  value: number | null;
  /** the graph of the previous period; undefined without a comparison */
  before?: number | null | undefined;
  explanation: string;
  children?: ReactNode;
};

function Total({ name, look, value, before, explanation, children }: TotalProps) {
  return (
    <div className="space-y-1">
      <dt className="flex items-center gap-1.5 text-small text-muted">
        {look && <Sample look={look} />}
        {name} {!look && <Tooltip text={explanation} label={`What ${name} means`} />}
      </dt>
      <dd className="text-title font-semibold">
        {value === null ? <NoReport /> : <BigNumber value={value} />}
        {children && <> {children}</>}
        {before !== undefined && (
          <span className="block text-small font-normal whitespace-nowrap text-muted">
            {before === null ? <NoReport /> : <BigNumber value={before} />} before
          </span>
        )}
      </dd>
    </div>
  );
}

const NoReport = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="sr-only">no report</span>
  </>
);

type UsageOfLimitProps = {
  /** the sum of all servers, because they share the limit */
  graph: UsageGraph;
  /** requests a day; null means no limit */
  dailyLimit: number | null;
  /** the length of the period */
  days: number;
  /** `7 days` */
  period: string;
  /** whether the sums beside it are of one server only */
  isBesideOne?: boolean;
};

/** How much of the limit is used. Shows the limit alone if no host reported. */
export function UsageOfLimit({ graph, dailyLimit, days, period, isBesideOne = false }: UsageOfLimitProps) {
  const counted = countedOf(graph);
  const limit = dailyLimit === null ? null : dailyLimit * days;
  return (
    <div className="min-h-25.5 space-y-1 sm:min-h-20.5">
      <p className="flex items-center gap-1 text-small text-muted">
        {counted === null ? 'Limit' : 'Of the limit'} for {period}
        {isBesideOne && ', all storage hosts'}
        <Tooltip text={COUNTED} label="What counts toward the limit" />
      </p>
      {counted === null ? (
        <p className="text-title font-semibold">{limit === null ? 'Unlimited' : <BigNumber value={limit} />}</p>
      ) : (
        <ProgressMeter label={`Of the limit for ${period}`} value={counted} limit={limit} />
      )}
      {dailyLimit !== null && <p className="text-small text-muted">{dailyText(graph, dailyLimit)}</p>}
    </div>
  );
}

/** The daily limit, and how many days exceeded it, which the sum of several days hides. */
function dailyText(graph: UsageGraph, dailyLimit: number): string {
  const { over, days } = daysOver(graph, dailyLimit);
  if (!over) return limitText(dailyLimit);
  return `${exactNumber(dailyLimit)} requests a day, exceeded on ${over} of ${countOf(days, 'day')}`;
}

const COUNTED =
  'Counts all requests at all storage hosts, refused ones too. For several days the daily limit is multiplied.';

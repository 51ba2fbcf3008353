import { classNames } from '#components/ui/look/class-names.ts';
import { compactNumber, exactNumber } from './number-text.ts';
import { usagePercent } from '#lib/base/daily-limit.ts';
import { usageTone } from './usage-tone.ts';

const TONES = { good: '', warning: 'text-amber', bad: 'text-red' };

type UsageShareProps = { requests: number | null; limit: number | null };

/** The last day's requests as a share of the daily limit, or as a number if there is no limit. */
export function UsageShare({ requests, limit }: UsageShareProps) {
  if (requests === null) return <span className="text-muted">–</span>;
  if (!limit) return <span title={`${exactNumber(requests)} requests, no limit`}>{compactNumber(requests)}</span>;
  const percent = usagePercent(requests, limit);
  return (
    <span
      title={`${exactNumber(Math.round(requests))} of ${exactNumber(limit)} requests a day`}
      className={classNames('tabular-nums', TONES[usageTone(percent)], percent > 100 && 'font-semibold')}
    >
      {exactNumber(percent)}%
    </span>
  );
}

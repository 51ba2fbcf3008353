import { classNames } from '#components/ui/look/class-names.ts';
import { BigNumber } from './big-number.tsx';
import { exactNumber } from './number-text.ts';
import { usagePercent } from '#lib/base/daily-limit.ts';
import { usageTone } from './usage-tone.ts';

const BARS = { good: 'bg-signal', warning: 'bg-amber', bad: 'bg-red' };
const TEXTS = { good: 'text-ink', warning: 'text-amber', bad: 'text-red' };

type ProgressMeterProps = {
  /** Names what is counted. */
  label: string;
  value: number;
  /** Null means no limit. */
  limit: number | null;
};

/** How much of a limit is used: in numbers, as a bar, and by colour. A gap in a full bar marks the limit. */
export function ProgressMeter({ label, value, limit }: ProgressMeterProps) {
  if (limit === null)
    return (
      <p className="text-small text-muted">
        <BigNumber value={value} /> · Unlimited
      </p>
    );
  const percent = usagePercent(value, limit);
  const tone = usageTone(percent);
  const text = `${exactNumber(value)} of ${exactNumber(limit)}`;
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-muted">
        <span>
          <BigNumber value={value} /> of <BigNumber value={limit} />
        </span>
        <span className={classNames('font-medium', TEXTS[tone])}>
          <span>{exactNumber(percent)}%</span>
          {value > limit && (
            <span>
              , +<BigNumber value={value - limit} /> over
            </span>
          )}
        </span>
      </p>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(percent, 100)}
        aria-valuetext={`${text}, ${percent} percent`}
        className="relative h-2 overflow-clip rounded-full bg-sunken forced-colors:border"
      >
        <div
          className={classNames('h-full rounded-full forced-colors:bg-[CanvasText]', BARS[tone])}
          style={{ width: `${Math.min(percent, 100)}%` }}
        />
        {value > limit && (
          <div className="absolute inset-y-0 w-0.5 bg-paper" style={{ left: `${(100 * limit) / value}%` }} />
        )}
      </div>
    </div>
  );
}

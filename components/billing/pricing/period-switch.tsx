import { Badge } from '#components/ui/states/badge.tsx';
import { formatPounds, TIERS } from '#lib/marketing/tiers.ts';
import { PeriodInUrl } from './period-in-url.tsx';

/** Pounds a year. */
const MOST_SAVED = Math.max(...Object.values(TIERS).map(({ monthly, yearly }) => 12 * monthly - yearly));

const OPTIONS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

/**
 * Monthly or Yearly: two radio buttons that CSS reads (globals.css). The badge does not shift the layout. On a slow
 * connection nothing is shown until the last part arrives, because each part moves the others. `isYearly` is for pages
 * that know the period of the URL on the server.
 */
export function PeriodSwitch({ isYearly = false }: { isYearly?: boolean }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2 not-has-[.when-yearly>*]:invisible sm:flex-row-reverse sm:gap-3">
      <legend className="sr-only">Billing period</legend>
      <div className="segmented max-sm:*:px-3!">
        {OPTIONS.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="billing"
              value={value}
              defaultChecked={(value === 'yearly') === isYearly}
              autoComplete="off"
            />
            {label}
          </label>
        ))}
      </div>
      <span className="when-monthly text-small text-muted">Yearly saves up to {formatPounds(MOST_SAVED)}</span>
      <span className="when-yearly">
        <Badge>Save with annual billing</Badge>
      </span>
      <PeriodInUrl />
    </fieldset>
  );
}

import { Badge } from '#components/ui/badge.tsx';
import { PeriodInUrl } from './period-in-url.tsx';

const OPTIONS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

/** Monthly or Yearly: two radio buttons, which the style sheet reads (globals.css). */
export function PeriodSwitch() {
  return (
    <fieldset className="flex flex-wrap items-center gap-3">
      <legend className="sr-only">Billing period</legend>
      <span className="when-yearly">
        <Badge tone="good">Save with annual billing</Badge>
      </span>
      <div className="flex gap-1 rounded-md bg-sunken p-1">
        {OPTIONS.map(({ value, label }) => (
          <label
            key={value}
            className="flex h-9 items-center rounded-sm border border-transparent px-4 text-small font-medium text-muted has-checked:border-line has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input type="radio" name="billing" value={value} defaultChecked={value === 'monthly'} className="sr-only" />
            {label}
          </label>
        ))}
      </div>
      <PeriodInUrl />
    </fieldset>
  );
}

'use client';

import { useId } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Input } from '#components/ui/fields/input.tsx';

export type DayRange = { from: string; to: string };
type RangeFieldsProps = DayRange & { onChange: (range: DayRange) => void };

/** The first and last day of a range. The server refuses ranges that it cannot show. */
export function RangeFields({ from, to, onChange }: RangeFieldsProps) {
  const id = useId();
  return (
    <form
      key={`${from} ${to}`}
      aria-label="Range"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onChange({ from: textOf(data.get('from')), to: textOf(data.get('to')) });
      }}
      className="flex flex-wrap items-center gap-2 text-small"
    >
      <span className={FIELD}>
        <label htmlFor={`${id}-from`}>From</label>
        <Input id={`${id}-from`} name="from" defaultValue={from} {...DAY_FIELD} />
      </span>
      <span className={FIELD}>
        <label htmlFor={`${id}-to`}>to</label>
        <Input id={`${id}-to`} name="to" defaultValue={to} {...DAY_FIELD} />
      </span>
      <Button type="submit" variant="secondary" size="sm">
        Show
      </Button>
      <span className="text-muted">UTC</span>
    </form>
  );
}

/** A label never ends a line without its field. */
const FIELD = 'inline-flex items-center gap-2';
/** Text instead of a date field, which shows days in the browser's own order: 11/21/2026. */
const DAY_FIELD = {
  required: true,
  pattern: String.raw`\d{4}-\d{2}-\d{2}`,
  title: 'A day such as 2026-11-21',
  placeholder: '2026-11-21',
  autoComplete: 'off',
  className: 'h-9 w-32 font-mono text-small',
} as const;
const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

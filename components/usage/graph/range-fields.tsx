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
      <span className={DATE}>
        <label htmlFor={`${id}-from`}>From</label>
        <Input id={`${id}-from`} type="date" name="from" required defaultValue={from} className={DATE_INPUT} />
      </span>
      <span className={DATE}>
        <label htmlFor={`${id}-to`}>to</label>
        <Input id={`${id}-to`} type="date" name="to" required defaultValue={to} className={DATE_INPUT} />
      </span>
      <Button type="submit" variant="secondary" size="sm">
        Show
      </Button>
      <span className="text-muted">UTC</span>
    </form>
  );
}

/** A label never ends a line without its field. */
const DATE = 'inline-flex items-center gap-2';
const DATE_INPUT = 'h-9 w-36 font-mono text-small';
const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

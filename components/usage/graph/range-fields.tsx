'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Input } from '#components/ui/fields/input.tsx';

export type DayRange = { from: string; to: string };
type RangeFieldsProps = DayRange & { onChange: (range: DayRange) => void };

/** The first and last day of a range. The server refuses ranges that it cannot show. What is typed follows the URL. */
export function RangeFields({ from, to, onChange }: RangeFieldsProps) {
  const id = useId();
  const [typed, setTyped] = useState({ from, to });
  const [shown, setShown] = useState({ from, to });
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to });
    setTyped({ from, to });
  }
  return (
    <form
      aria-label="Range"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed);
      }}
      className="flex flex-wrap items-center gap-2 text-small"
    >
      <span className={FIELD}>
        <label htmlFor={`${id}-from`}>From</label>
        <Input
          id={`${id}-from`}
          value={typed.from}
          onChange={({ target }) => setTyped({ ...typed, from: target.value })}
          {...DAY_FIELD}
        />
      </span>
      <span className={FIELD}>
        <label htmlFor={`${id}-to`}>to</label>
        <Input
          id={`${id}-to`}
          value={typed.to}
          onChange={({ target }) => setTyped({ ...typed, to: target.value })}
          {...DAY_FIELD}
        />
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

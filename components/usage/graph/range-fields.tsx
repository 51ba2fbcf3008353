'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';

export type DayRange = { from: string; to: string };
type RangeFieldsProps = DayRange & {
  /** why the range in the fields could not be shown */
  error: Error | null;
  onChange: (range: DayRange) => void;
};

/** The first and last day of a range. If the server refuses it, says why and keeps what was typed. */
export function RangeFields({ from, to, error, onChange }: RangeFieldsProps) {
  const id = useId();
  const [typed, setTyped] = useState({ from, to });
  const [shown, setShown] = useState({ from, to });
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to });
    setTyped({ from, to });
  }
  const refusal = isRefused(error) ? error : null;
  const wrong = Object.keys(refusal?.fields ?? {});
  const described = (name: keyof DayRange) => {
    const isWrong = refusal !== null && (wrong.length === 0 || wrong.includes(name));
    return isWrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
  };
  return (
    <div className={refusal ? 'basis-full space-y-1.5' : undefined}>
      <form
        aria-label="Range"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ from: typed.from.trim(), to: typed.to.trim() });
        }}
        className="flex flex-wrap items-center gap-2 text-small"
      >
        <span className={FIELD}>
          <label htmlFor={`${id}-from`}>From (UTC)</label>
          <Input
            id={`${id}-from`}
            value={typed.from}
            onChange={({ target }) => setTyped({ ...typed, from: target.value })}
            {...DAY_FIELD}
            {...described('from')}
          />
        </span>
        <span className={FIELD}>
          <label htmlFor={`${id}-to`}>to (UTC)</label>
          <Input
            id={`${id}-to`}
            value={typed.to}
            onChange={({ target }) => setTyped({ ...typed, to: target.value })}
            {...DAY_FIELD}
            {...described('to')}
          />
        </span>
        <Button type="submit" variant="secondary" size="sm">
          Show
        </Button>
      </form>
      {refusal && (
        <p id={`${id}-error`} role="alert" className="text-small text-red">
          {refusal.message}
        </p>
      )}
    </div>
  );
}

/** True if the server understood the request and refused what the user asked for. */
export const isRefused = (error: Error | null): error is ApiError => error instanceof ApiError && error.status === 400;

/** A label never ends a line without its field. */
const FIELD = 'inline-flex items-center gap-2';
/** Text instead of a date field, which shows days in the browser's own order: 11/21/2026. */
const DAY_FIELD = {
  placeholder: '2026-11-21',
  autoComplete: 'off',
  className: 'h-9 w-32 font-mono text-small',
} as const;

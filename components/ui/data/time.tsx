'use client';

import { useDateTexts } from './iso-dates.tsx';
import { relativeTime } from './time-text.ts';
import { useMinute } from './use-minute.tsx';

/** A time with its zone and, beside it, how long ago or how soon it is. */
export function Time({ at }: { at: Date }) {
  const minute = useMinute();
  const { time } = useDateTexts();
  return (
    <time dateTime={at.toISOString()}>
      <span className="whitespace-nowrap">{time(at)}</span>
      {minute !== null && (
        <>
          {' '}
          <span className="whitespace-nowrap text-muted">{relativeTime(at, new Date(minute))}</span>
        </>
      )}
    </time>
  );
}

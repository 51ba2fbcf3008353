import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  good: 'bg-signal-soft text-signal',
  bad: 'bg-red-soft text-red',
  neutral: 'bg-sunken text-muted',
};

/** A short state. The tone repeats what the text says. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-sm px-2 py-0.5 text-label font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

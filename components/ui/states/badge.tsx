import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

const TONES = {
  good: 'border-transparent bg-signal-soft text-signal',
  warning: 'border-transparent bg-amber-soft text-amber',
  bad: 'border-transparent bg-red-soft text-red',
  neutral: 'border-transparent bg-ink/8 text-muted',
  info: 'border-line-strong text-ink',
};

/**
 * A short status, which begins with a capital. The tone only repeats what the text says, with one meaning in all places
 * (docs/writing.md).
 */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES | undefined; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-sm border px-2 py-px text-label font-medium whitespace-nowrap first-letter:uppercase',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

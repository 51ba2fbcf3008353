import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { StateLink } from '#components/ui/navigation/state-link.tsx';

type PaginationProps = {
  /** Names the list. */
  label: string;
  /** Number of the first shown row, counted from 1. */
  from: number;
  shown: number;
  total: number;
  /** True if there are more than `total` rows. */
  isTotalCapped?: boolean | undefined;
  /** Undefined on the first page. */
  previousHref?: string | undefined;
  nextHref?: string | undefined;
  onNavigate?: ((href: string) => void) | undefined;
};

/** Previous and Next for a list with cursors. */
export function Pagination({ label, from, shown, total, isTotalCapped = false, ...steps }: PaginationProps) {
  const { previousHref, nextHref, onNavigate } = steps;
  if (shown === 0) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-muted">
        {exactNumber(from)}–{exactNumber(from + shown - 1)} of {exactNumber(total)}
        {isTotalCapped && '+'}
      </p>
      <div className="flex gap-2">
        <Step href={previousHref} onNavigate={onNavigate}>
          <ChevronLeft aria-hidden="true" className="-ml-1 size-4" />
          Previous
        </Step>
        <Step href={nextHref} onNavigate={onNavigate}>
          Next
          <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
        </Step>
      </div>
    </nav>
  );
}

type StepProps = Pick<PaginationProps, 'onNavigate'> & { href: string | undefined; children: ReactNode };

function Step({ href, onNavigate, children }: StepProps) {
  const look = buttonClass({ variant: 'secondary', size: 'sm' });
  if (href === undefined)
    return (
      <span aria-disabled="true" className={look}>
        {children}
      </span>
    );
  return (
    <StateLink href={href} onNavigate={onNavigate} className={look}>
      {children}
    </StateLink>
  );
}

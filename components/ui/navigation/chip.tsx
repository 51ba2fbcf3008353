import { X } from 'lucide-react';
import { StateLink } from './state-link.tsx';

type ChipProps = {
  /** Names the filter. */
  label: string;
  value: string;
  /** URL of the list without the filter. */
  href: string;
  onNavigate?: ((href: string) => void) | undefined;
};

/** An active filter, which a click removes. */
export function Chip({ label, value, href, onNavigate }: ChipProps) {
  return (
    <StateLink
      href={href}
      onNavigate={onNavigate}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-sm border border-line-strong bg-surface py-1 pr-1.5 pl-2.5 text-small hover:bg-sunken"
    >
      <span className="sr-only">Remove filter </span>
      <span className="text-muted">{label} </span>
      <span className="min-w-0 truncate">{value}</span>
      <X aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </StateLink>
  );
}

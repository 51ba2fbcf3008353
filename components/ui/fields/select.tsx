import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

export type Option = { value: string; label: string };
type SelectProps = ComponentProps<'select'> & { options: readonly Option[]; isCompact?: boolean | undefined };

/** The browser's own list, which filters while the user types and suits phones. Compact beside toolbar buttons. */
export function Select({ options, isCompact = false, className, ...props }: SelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select className={classNames('control appearance-none truncate pr-9', isCompact && 'h-10')} {...props}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

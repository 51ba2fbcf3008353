import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { HeaderCell, type HeaderCellProps } from './table.tsx';
import styles from './table.module.css';

type SortHeaderProps = HeaderCellProps & {
  /** How the list is currently sorted by this column. */
  sorted: 'ascending' | 'descending' | 'none';
  /** URL of the list in the next sort order. */
  href: string;
  onNavigate?: ((href: string) => void) | undefined;
};

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** A column header that sorts by its column. */
export function SortHeader({ sorted, href, onNavigate, isNumeric, leftOut, children }: SortHeaderProps) {
  const Icon = ICONS[sorted];
  return (
    <HeaderCell isNumeric={isNumeric} leftOut={leftOut} aria-sort={sorted}>
      <StateLink href={href} onNavigate={onNavigate} className={styles.sort}>
        {children}
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      </StateLink>
    </HeaderCell>
  );
}

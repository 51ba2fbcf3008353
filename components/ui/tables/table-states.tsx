// The explicit roles are needed because the rows can become cards (table.tsx).
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import styles from './table.module.css';

/** Shown instead of rows: the list is empty, or loading failed. */
export function TableMessage({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row">
      <td role="cell" colSpan={columns} className={styles.message}>
        {children}
      </td>
    </tr>
  );
}

type SkeletonRowsProps = {
  columns: number;
  rows?: number | undefined;
  /** The column of the name. Columns before it hold checkboxes. */
  titleColumn?: number | undefined;
  /** In a table that has no cards on a phone, where wide placeholders would scroll the page sideways. */
  isSmall?: boolean | undefined;
};

/** Placeholders for the expected number of rows, with the height of real ones. */
export function SkeletonRows({ columns, rows = 10, titleColumn = 0, isSmall = false }: SkeletonRowsProps) {
  const [title, other] = isSmall ? ['w-24', 'w-10'] : ['w-40', 'w-20'];
  const widthOf = (column: number) => (column === titleColumn ? title : column < titleColumn ? 'w-5' : other);
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} role="row" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} role="cell">
          <Skeleton className={`h-4 max-w-full ${widthOf(column)}`} />
        </td>
      ))}
    </tr>
  ));
}

// The roles: as in table.tsx.
/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';

/** Instead of rows: that there are none, or why they could not be loaded. */
export function TableMessage({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row">
      <td role="cell" colSpan={columns} className={styles.message}>
        {children}
      </td>
    </tr>
  );
}

/** As many rows as are awaited, at their height. */
export function SkeletonRows({ columns, rows = 10 }: { columns: number; rows?: number | undefined }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} role="row" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} role="cell">
          <Skeleton className={column === 0 ? 'h-4 w-40 max-w-full' : 'h-4 w-20 max-w-full'} />
        </td>
      ))}
    </tr>
  ));
}

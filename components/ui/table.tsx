// The roles are the elements' own: with the `display` that makes cards of them, browsers forget them.
/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

type TableProps = {
  caption: string;
  isCaptionHidden?: boolean | undefined;
  isBusy?: boolean | undefined;
  /** Of many columns: it becomes cards on tablets already. */
  isWide?: boolean | undefined;
  children: ReactNode;
};

/** Rows that can be compared; cards where there is no room for that. */
export function Table({ caption, isCaptionHidden = false, isBusy = false, isWide = false, children }: TableProps) {
  return (
    <div className={classNames(styles.frame, isWide && styles.wide)}>
      <table role="table" aria-busy={isBusy} className={styles.table}>
        <caption className={isCaptionHidden ? 'sr-only' : styles.caption}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** The head, which stays in sight: HeaderCell and SortHeader (sort-header.tsx). */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody role="rowgroup">{children}</tbody>;
}

type RowProps = {
  /** Ticked, or opened beside the list. */
  isSelected?: boolean | undefined;
  /** Over its limit. */
  isOver?: boolean | undefined;
  children: ReactNode;
};

export function Row({ isSelected = false, isOver = false, children }: RowProps) {
  return (
    <tr role="row" className={classNames(isOver && styles.over, isSelected && styles.selected) || undefined}>
      {children}
    </tr>
  );
}

export type HeaderCellProps = { isNumeric?: boolean | undefined; children: ReactNode };

export function HeaderCell({ isNumeric = false, children, ...props }: HeaderCellProps & ComponentProps<'th'>) {
  return (
    <th role="columnheader" scope="col" className={isNumeric ? styles.numeric : undefined} {...props}>
      {children}
    </th>
  );
}

/** What the row is about: its first cell, and the title of its card. */
export function RowHeader({ children }: { children: ReactNode }) {
  return (
    <th role="rowheader" scope="row">
      {children}
    </th>
  );
}

type CellProps = {
  /** The column's name, shown in the card; left out for boxes and buttons. */
  label?: string | undefined;
  isNumeric?: boolean | undefined;
  children?: ReactNode;
};

export function Cell({ label, isNumeric = false, children }: CellProps) {
  return (
    <td role="cell" data-label={label} className={isNumeric ? styles.numeric : undefined}>
      {label === undefined ? children : <div>{children}</div>}
    </td>
  );
}

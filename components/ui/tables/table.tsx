// Repeats the elements' native roles, because browsers drop them with the `display` that turns rows into cards.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import styles from './table.module.css';

type TableProps = {
  caption: string;
  isCaptionHidden?: boolean | undefined;
  isBusy?: boolean | undefined;
  /** For a table with many columns, which becomes cards on tablets, too. */
  isWide?: boolean | undefined;
  /** For a table with so many columns that it becomes cards on narrow desktops, too. */
  isWidest?: boolean | undefined;
  /** Rows have one line, except on phones: long texts are cut, and columns with `leftOut` disappear. */
  isDense?: boolean | undefined;
  /** The columns have fixed shares of the width, so that nothing moves when rows arrive (P14). */
  isFixed?: boolean | undefined;
  /** Has two or three short columns, so it never becomes cards. */
  isSmall?: boolean | undefined;
  children: ReactNode;
};

/** A table whose rows become cards in narrow containers. */
export function Table({
  caption,
  isCaptionHidden = false,
  isBusy = false,
  isWide = false,
  isWidest = false,
  isDense = false,
  isFixed = false,
  isSmall = false,
  children,
}: TableProps) {
  return (
    <div
      className={classNames(
        isSmall ? styles.small : styles.frame,
        isWide && styles.wide,
        isWidest && styles.widest,
        isDense && styles.dense,
        isFixed && styles.fixed,
      )}
    >
      <table role="table" aria-busy={isBusy} className={styles.table}>
        <caption className={isCaptionHidden ? 'sr-only' : styles.caption}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** The sticky head. Holds HeaderCell and SortHeader (sort-header.tsx). */
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
  /** Selected, or opened beside the list. */
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

export type HeaderCellProps = LeftOut & { isNumeric?: boolean | undefined; children: ReactNode };

export function HeaderCell({ isNumeric = false, leftOut, children, ...props }: HeaderCellProps & ComponentProps<'th'>) {
  return (
    <th role="columnheader" scope="col" className={lookOf({ isNumeric, leftOut })} {...props}>
      {children}
    </th>
  );
}

type RowHeaderProps = {
  /** Takes the room that the other columns leave, so that a long name can be cut. */
  isFilling?: boolean | undefined;
  children: ReactNode;
};

/** Names the row: its header cell, and the title of its card. */
export function RowHeader({ isFilling = false, children }: RowHeaderProps) {
  return (
    <th role="rowheader" scope="row" className={isFilling ? styles.filling : undefined}>
      {children}
    </th>
  );
}

type CellProps = LeftOut & {
  /** The column's name, shown in the card. Left out for checkboxes and buttons. */
  label?: string | undefined;
  isNumeric?: boolean | undefined;
  /** Shares the room that the other columns leave, so that a long text can be cut. */
  isFilling?: boolean | undefined;
  /** Holds one element or one text, which needs no box around it in a card. Saves elements in long lists. */
  isPlain?: boolean | undefined;
  children?: ReactNode;
};

export function Cell({ label, isNumeric = false, isFilling = false, isPlain = false, leftOut, children }: CellProps) {
  return (
    <td role="cell" data-label={label} className={lookOf({ isNumeric, isFilling, leftOut })}>
      {label === undefined || isPlain ? children : <div>{children}</div>}
    </td>
  );
}

/**
 * Where a dense table leaves out a column: `wide` below 75rem, `medium` below 66rem, `beside` below 66rem while the
 * open panel beside the table shows the same value. Cards show all columns.
 */
type LeftOut = { leftOut?: 'medium' | 'wide' | 'beside' | undefined };

type Look = LeftOut & { isNumeric?: boolean; isFilling?: boolean };

const lookOf = ({ isNumeric, isFilling, leftOut }: Look) =>
  classNames(isNumeric && styles.numeric, isFilling && styles.filling, leftOut && LEFT_OUT[leftOut]) || undefined;

const LEFT_OUT = { medium: styles.outMedium, wide: styles.outWide, beside: styles.outBeside };

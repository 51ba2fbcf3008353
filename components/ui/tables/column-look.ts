import { classNames } from '#components/ui/look/class-names.ts';
import styles from './table.module.css';

/**
 * Where a dense table leaves out a column: `wide` below 75rem, `medium` below 66rem, `beside` below 66rem while the
 * open panel beside the table shows the same value. Cards show all columns.
 */
export type LeftOut = { leftOut?: 'medium' | 'wide' | 'beside' | undefined };

type Look = LeftOut & { isNumeric?: boolean; isFilling?: boolean };

export const lookOf = ({ isNumeric, isFilling, leftOut }: Look) =>
  classNames(isNumeric && styles.numeric, isFilling && styles.filling, leftOut && LEFT_OUT[leftOut]) || undefined;

const LEFT_OUT = { medium: styles.outMedium, wide: styles.outWide, beside: styles.outBeside };

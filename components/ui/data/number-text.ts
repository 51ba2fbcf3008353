const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A number in short form, with K, M or B: `1.2M`. */
export const compactNumber = (value: number): string => COMPACT.format(value);

/** A number in full, with thousands separators: `1,234,567`. */
export const exactNumber = (value: number): string => EXACT.format(value);

/** A number of rows that were counted up to a limit: `1,000+` if there are more. */
export const cappedNumber = ({
  total,
  total_is_capped: isCapped,
}: {
  total: number;
  total_is_capped: boolean;
}): string => `${exactNumber(total)}${isCapped ? '+' : ''}`;

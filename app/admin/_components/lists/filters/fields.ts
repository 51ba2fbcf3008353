/** A field that a list can be filtered by: with a choice of values, or with a typed one. */
export type FilterField<N extends string = string> = {
  name: N;
  label: string;
  options?: readonly { value: string; label: string }[] | undefined;
  placeholder?: string | undefined;
  /** Offered while a value is typed. */
  suggestions?: readonly string[] | undefined;
  /** What is wrong with a typed value, or null. */
  check?: ((text: string) => string | null) | undefined;
};

/** The text that a chip shows for a value. */
export const labelOfValue = ({ options }: Pick<FilterField, 'options'>, value: string): string =>
  options?.find((option) => option.value === value)?.label ?? value;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Checks a day in UTC, as the audit log's filters take it. */
export const checkDay = (text: string): string | null =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) ? null : 'Enter a day (UTC) like 2026-11-24.';

/** The value below which this share of the values lies, between its neighbours in proportion. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The smallest of the values that at least this share of them does not exceed. NaN for none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** The middle of the values; of an even number the mean of the two. NaN for none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

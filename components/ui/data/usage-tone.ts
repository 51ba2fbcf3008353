export type UsageTone = 'good' | 'warning' | 'bad';

/** How much of a limit is used, in whole percent. Rounded down, so 100 % means that the limit is reached. */
export const usagePercent = (value: number, limit: number): number =>
  limit > 0 ? Math.floor((value / limit) * 100) : value > 0 ? 100 : 0;

/** 90 percent or more is bad, 70 or more a warning (docs/product.md, "Plans"). */
export const usageTone = (percent: number): UsageTone => (percent >= 90 ? 'bad' : percent >= 70 ? 'warning' : 'good');

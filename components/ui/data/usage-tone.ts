export type UsageTone = 'good' | 'warning' | 'bad';

/** 90 percent or more is bad, 70 or more a warning (docs/product.md, "Plans"). */
export const usageTone = (percent: number): UsageTone => (percent >= 90 ? 'bad' : percent >= 70 ? 'warning' : 'good');

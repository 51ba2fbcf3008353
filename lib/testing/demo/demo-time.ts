import { DAY } from '#lib/base/time.ts';

export const now = new Date();
export const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);

import { z } from 'zod';
import { Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';

export const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .default('gbp');
export const day = z.iso
  .date({ abort: true }) // nothing else looks at a text that is no day
  .regex(/^(?:19|20)/)
  .optional();

/** A twelfth of a yearly price, rounded to the penny; half a penny is rounded away from zero. */
export const monthlyOf = (yearlyPence: number): number =>
  Math.sign(yearlyPence) * Math.round(Math.abs(yearlyPence) / 12) || 0;
/** Yearly revenue and the number of paying customers: the totals at a time, or the changes in a period. */
export type Sum = { yearlyPence: number; customers: number };

export const NOTHING: Sum = { yearlyPence: 0, customers: 0 };
export const add = (one: Sum, other: Sum): Sum => ({
  yearlyPence: one.yearlyPence + other.yearlyPence,
  customers: one.customers + other.customers,
});
export const SUMS = Prisma.sql`coalesce(sum(m.yearly_pence), 0)::float8 AS "yearlyPence",
  (count(*) FILTER (WHERE m.kind IN ('new', 'reactivation')) - count(*) FILTER (WHERE m.kind = 'churn'))::int AS customers`;

export const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
export const endOf = (last: string): Date => new Date(startOf(last).getTime() + DAY);
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

import { z } from 'zod';

/** The largest value of PostgreSQL's `integer`. Prisma throws for a larger one, also where it is only compared. */
export const MOST_INTEGER = 2_147_483_647;

/** How often something was counted. */
export const count = z.int().min(0).max(MOST_INTEGER);

/** The version of a row as it was shown. A change adds one to it. */
export const rowVersion = z
  .int()
  .min(1)
  .max(MOST_INTEGER - 1)
  .describe('of the row as it was shown; another one is refused with 409');

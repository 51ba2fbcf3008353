import { z } from 'zod';

/** The form of /dpa: the version that the page shows. */
export const AcceptDpaInput = z.object({ version: z.string().max(10) });
export type AcceptDpaInput = z.infer<typeof AcceptDpaInput>;

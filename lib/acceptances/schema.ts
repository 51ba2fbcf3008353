import { z } from 'zod';
import { text } from '#lib/base/text/text.ts';

/** The form of /dpa: the version that the page shows. */
export const AcceptDpaInput = z.object({ version: text(10) });
export type AcceptDpaInput = z.infer<typeof AcceptDpaInput>;

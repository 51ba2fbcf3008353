import { z } from 'zod';

/** `POST account/api/usage-tokens`. */
export const CreateUsageTokenInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please give it a name.')
    .max(64, 'A name has at most 64 characters.')
    .regex(/^\P{Cc}*$/u, 'A name cannot contain control characters.'),
});
export type CreateUsageTokenInput = z.infer<typeof CreateUsageTokenInput>;

/** How many usage tokens one person may have. */
export const MAX_USAGE_TOKENS = 5;
export const canAddUsageToken = (count: number): boolean => count < MAX_USAGE_TOKENS;

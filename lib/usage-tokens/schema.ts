import { z } from 'zod';
import { oneLine } from '#lib/one-line.ts';

/** `POST account/api/usage-tokens`. */
export const CreateUsageTokenInput = z.object({
  name: oneLine('A name cannot contain control characters.')
    .min(1, 'Please give it a name.')
    .max(64, 'A name has at most 64 characters.'),
});
export type CreateUsageTokenInput = z.infer<typeof CreateUsageTokenInput>;

/** How many usage tokens one person may have. */
export const MAX_USAGE_TOKENS = 5;
export const canAddUsageToken = (count: number): boolean => count < MAX_USAGE_TOKENS;

import { z } from 'zod';
import { oneLine } from '#lib/base/text/text.ts';

/** `POST account/api/usage-tokens`. */
export const CreateUsageTokenInput = z.object({
  name: oneLine(64, 'A name cannot contain control characters.', 'A name has at most 64 characters.').min(
    1,
    'Please give it a name.',
  ),
  may_report: z.boolean().optional().describe('whether it may also report hashes; false if absent'),
});
export type CreateUsageTokenInput = z.infer<typeof CreateUsageTokenInput>;

/** How many usage tokens one person may have. */
export const MAX_USAGE_TOKENS = 5;
export const canAddUsageToken = (count: number): boolean => count < MAX_USAGE_TOKENS;

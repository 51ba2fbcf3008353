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

/** The periods of `GET api/usage`. */
export const USAGE_PERIODS = ['24h', '72h', '168h', '720h'] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

/** The query of `GET api/usage`. */
export const UsageQuery = z.object({
  period: z.enum(USAGE_PERIODS, `The period must be one of ${USAGE_PERIODS.join(', ')}.`).default('24h'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

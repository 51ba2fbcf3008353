import { z } from 'zod';

/** `GET account/api/agreements`: what holds between the person and the seller. */
export const AgreementsView = z.object({
  agreements: z.array(
    z.object({
      document: z.enum(['terms', 'dpa']),
      current_version: z.string(),
      accepted: z
        .object({ version: z.string(), at: z.iso.datetime(), by: z.string() })
        .nullable()
        .describe('the newest acceptance; null for none'),
    }),
  ),
});
export type AgreementsView = z.infer<typeof AgreementsView>;

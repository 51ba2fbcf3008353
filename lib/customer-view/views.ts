import { z } from 'zod';

/** A customer view that is open in the caller's session. */
export const CustomerViewView = z.object({
  id: z.uuid(),
  expires_at: z.iso.datetime(),
});
export type CustomerViewView = z.infer<typeof CustomerViewView>;

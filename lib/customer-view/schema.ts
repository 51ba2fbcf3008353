import { z } from 'zod';
import { Reason } from '#lib/accounts/schema.ts';

/** The pages of a customer view. Nothing else of an account can be opened. */
export const VIEWED_PAGES = ['dashboard', 'usage', 'setup', 'plan', 'account'] as const;
export type ViewedPage = (typeof VIEWED_PAGES)[number];

/** `POST admin/api/users/{id}/view`. */
export const StartCustomerViewInput = z.object({
  reason: Reason,
});
export type StartCustomerViewInput = z.infer<typeof StartCustomerViewInput>;

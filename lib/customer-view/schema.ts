import { z } from 'zod';
import { oneLine } from '#lib/base/text/text.ts';

/** The pages of a customer view. Nothing else of an account can be opened. */
export const VIEWED_PAGES = ['dashboard', 'usage', 'setup', 'plan', 'account'] as const;
export type ViewedPage = (typeof VIEWED_PAGES)[number];

/** `POST admin/api/users/{id}/view`. The user reads the reason in an email. */
export const StartCustomerViewInput = z.object({
  reason: oneLine(300, 'One line, please.', 'At most 300 characters.').min(1, 'Please enter a reason.'),
});
export type StartCustomerViewInput = z.infer<typeof StartCustomerViewInput>;

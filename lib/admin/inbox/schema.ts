import { z } from 'zod';
import { oneLine } from '#lib/base/text/text.ts';

/** Kinds of entries in the operator's inbox, in the order of the filter. */
export const INBOX_KINDS = ['past_due', 'leaving', 'over', 'silent', 'spread', 'billing', 'jobs', 'hosts'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** Whether a person can say that it is done. A silent host is done when it reports again: it can only be snoozed. */
export const canBeDone = ({ kind }: { kind: InboxKind }): boolean => kind !== 'hosts';

/** For how long an entry is put aside. */
export const PUT_ASIDE_FOR = ['done', 'day', 'week'] as const;
export type PutAsideFor = (typeof PUT_ASIDE_FOR)[number];

const kind = z.enum(INBOX_KINDS);

/** The query of `GET admin/api/inbox`: one kind, or all; with `aside`, the entries that were put aside instead. */
export const InboxQuery = z.object({
  kind: kind.optional(),
  aside: z.literal('1').optional(),
  user: z.uuid().describe('only entries about this user, also those that were put aside').optional(),
});
export type InboxQuery = z.infer<typeof InboxQuery>;

/** `POST admin/api/inbox/put-aside`: an entry as the admin saw it. */
export const PutAsideInput = z.object({
  kind,
  subject: oneLine(255).min(1),
  occurrence: oneLine(64).describe('of the entry, as shown'),
  severity: z.number().min(0).describe('of the entry, as shown'),
  for: z.enum(PUT_ASIDE_FOR).describe('done: until it happens anew or gets worse'),
});
export type PutAsideInput = z.infer<typeof PutAsideInput>;

import { z } from 'zod';
import { oneLine, text, trimmed } from '#lib/base/text/text.ts';
import { MINUTE } from '#lib/base/time.ts';

const NAME_FORM = 'Please use letters, digits, dots, dashes and underscores.';

/** Names appear in Basic credentials (so no colon) and in graphs, where `aggregate` is the sum of all servers. */
export const StorageServerName = text(63, NAME_FORM)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, NAME_FORM)
  .refine((name) => name.toLowerCase() !== 'aggregate', 'This name is reserved. Choose another one.');

/** `POST admin/api/servers`. The description is a note for admins, so subscribers and graphs get the name alone. */
export const CreateStorageServerInput = z.object({
  name: StorageServerName,
  description: oneLine(500).default(''),
});
export type CreateStorageServerInput = z.infer<typeof CreateStorageServerInput>;

/** How long an enrolment code works. */
export const ENROLMENT_MS = 10 * MINUTE;

/** `POST /api/storage/enrol`. A malformed code gets the same response as a wrong one. */
export const EnrolInput = z.object({ code: text(200) });
export type EnrolInput = z.infer<typeof EnrolInput>;

/** The hash lists that a host can serve, and the flag of each list's matches. */
export const LIST_FLAGS = { premium: 8, bulk: 1 } as const;
export const LISTS = ['premium', 'bulk'] as const;
export type List = (typeof LISTS)[number];

/** A host name with at least one dot, in lower case, at most 253 characters (RFC 1035 §2.3.4). */
const HostName = trimmed(253)
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Enter a host name, like fuzzy1.example.com.',
  );

/** `PUT admin/api/servers/{id}/host`. An empty name takes the host out of guides and zone file. */
export const StorageHostInput = z.object({
  host: z.union([z.literal(''), HostName]),
  port: z
    .int('Enter a whole number.')
    .min(1, 'Enter a port from 1 to 65535.')
    .max(65_535, 'Enter a port from 1 to 65535.'),
  lists: z.array(z.enum(LISTS)).min(1).max(LISTS.length),
  weight: z
    .int('Enter a whole number.')
    .min(1, 'Enter a weight from 1 to 1000.')
    .max(1000, 'Enter a weight from 1 to 1000.'),
  is_draining: z.boolean(),
});
export type StorageHostInput = z.infer<typeof StorageHostInput>;

/** The path parameters of one server. Id 0 is the aggregate, which is not a server. */
export const StorageServerParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

/** A host is late if its last report about the test message is older. Agents check the message every 10 minutes. */
export const TEST_MESSAGE_LATE_AFTER_MS = 30 * MINUTE;

/** A server not seen for this long is silent. Agents poll every 10 s; `lastSeenAt` is stored at most once a minute. */
export const SILENT_AFTER_MS = 3 * MINUTE;

/** `GET admin/api/servers`. */
export const StorageServerListQuery = z.object({
  attention: z.literal('silent', 'This is silent, or left out.').optional().describe('only the silent servers'),
});

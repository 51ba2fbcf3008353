import { z } from 'zod';
import { MINUTE } from '#lib/time.ts';

/** Names appear in Basic credentials (so no colon) and in graphs, where `aggregate` is the sum of all servers. */
export const StorageServerName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'Please use letters, digits, dots, dashes and underscores.')
  .refine((name) => name.toLowerCase() !== 'aggregate', 'This name is reserved. Choose another one.');

/** `POST admin/api/servers`. */
export const CreateStorageServerInput = z.object({
  name: StorageServerName,
  description: z.string().max(500).default(''),
});
export type CreateStorageServerInput = z.infer<typeof CreateStorageServerInput>;

/** The path parameters of one server. Id 0 is the aggregate, which is not a server. */
export const StorageServerParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

/** A server not seen for this long is silent. Agents poll every 10 s; `lastSeenAt` is stored at most once a minute. */
export const SILENT_AFTER_MS = 3 * MINUTE;

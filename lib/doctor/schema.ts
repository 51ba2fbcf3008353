import { z } from 'zod';
import { trimmed } from '#lib/base/text/text.ts';

/** The kind of a question to the storage hosts that this folder asks. */
export const CONNECTION = 'connection';

const address = trimmed(200)
  .refine(
    (text) => [z.ipv4(), z.ipv6()].some((form) => form.safeParse(text).success),
    'Enter an IP address, like 192.0.2.10 or 2001:db8::10.',
  )
  .transform((text) => text.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, ''));

/** `POST account/api/doctor`. */
export const CheckConnectionInput = z.object({ address });
export type CheckConnectionInput = z.infer<typeof CheckConnectionInput>;

/** `POST admin/api/doctor`. Without a key, hosts name the keys that the address used. */
export const CheckAnyConnectionInput = z.object({
  address,
  key: trimmed(128).default('').describe('a public key or key id, or its first 12 characters; or empty'),
});
export type CheckAnyConnectionInput = z.infer<typeof CheckAnyConnectionInput>;

/** What a host is asked, besides the kind. */
export const ConnectionQuestion = z.object({
  address: z.string(),
  key_ids: z.array(z.string()).nullable().describe('null: all keys that the address used'),
  scope: z
    .enum(['own', 'key', 'any'])
    .describe(
      "own: the asker's connection has the address; key: say more only if it used one of the keys; any: an admin asks",
    ),
});
export type ConnectionQuestion = z.infer<typeof ConnectionQuestion>;

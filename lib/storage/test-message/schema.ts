import { z } from 'zod';
import { text } from '#lib/base/text/text.ts';
import { LISTS } from '#lib/storage/schema.ts';

/** `GET /test-message.eml`. */
export const TestMessageQuery = z.object({ list: z.enum(LISTS).default('premium') });

/** `PUT /api/storage/test-message`: whether a host's storage knows the messages of a version, or what is wrong. */
export const TestMessageState = z.object({
  version: z.int().min(1).max(1_000_000),
  found: z.boolean().describe('the storage knows all messages; false and no error: it has just learned them'),
  error: text(1000).nullable(),
});
export type TestMessageState = z.infer<typeof TestMessageState>;

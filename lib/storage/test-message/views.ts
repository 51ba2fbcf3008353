import { z } from 'zod';

/** `GET /api/storage/test-message`. */
export const TestMessagesView = z.object({
  version: z.int().describe('changes with the messages'),
  messages: z.array(
    z.object({
      flag: z.int().describe('8: premium list, 1: bulk list'),
      message: z.string().describe('complete, with CRLF'),
    }),
  ),
});
export type TestMessagesView = z.infer<typeof TestMessagesView>;

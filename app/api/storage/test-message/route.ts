import { z } from 'zod';
import { route } from '#lib/routes/route.ts';
import { TestMessageState } from '#lib/storage/test-message/schema.ts';
import { getTestMessages, reportTestMessage } from '#lib/storage/test-message/service.ts';
import { TestMessagesView } from '#lib/storage/test-message/views.ts';

export const GET = route(
  {
    access: 'server',
    summary: 'Get the test messages that a storage server must know',
    details: 'Those of its lists, or of both lists while none is entered. The agent learns them with a weight of 1.',
    answer: TestMessagesView,
  },
  ({ ctx }) => getTestMessages(ctx),
);

export const PUT = route(
  {
    access: 'server',
    summary: 'Report whether a storage server knows the test messages',
    body: TestMessageState,
    answer: z.object({ status: z.literal('ok') }),
  },
  ({ ctx, body }) => reportTestMessage(ctx, body),
);

import { route } from '#lib/routes/route.ts';
import { recordStorageAnswers } from '#lib/storage/tasks/answers.ts';
import { MAX_ANSWERS_BYTES, StorageAnswersInput } from '#lib/storage/tasks/schema.ts';
import { StorageAnswersView } from '#lib/storage/tasks/views.ts';

export const POST = route(
  {
    access: 'server',
    summary: 'Answer questions about a storage host',
    details: 'At most 50 answers and 256 KB. A repeated or older answer changes nothing.',
    body: StorageAnswersInput,
    bodyLimit: MAX_ANSWERS_BYTES,
    answer: StorageAnswersView,
    refuses: ['invalid'],
  },
  ({ ctx, body }) => recordStorageAnswers(ctx, body),
);

import { deleteFuzzyKey } from '#lib/fuzzy-keys/admin.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { FuzzyKeyAnswer } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Delete a key: it is refused at once',
    body: NamedKeyInput,
    answer: FuzzyKeyAnswer,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, body }) => deleteFuzzyKey(ctx, body),
);

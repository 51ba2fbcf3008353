import { deleteFuzzyKey } from '#lib/fuzzy-keys/console/admin.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { FuzzyKeyAnswer } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Delete a key; storage servers then refuse it',
    body: NamedKeyInput,
    answer: FuzzyKeyAnswer,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  ({ ctx, body }) => deleteFuzzyKey(ctx, body),
);

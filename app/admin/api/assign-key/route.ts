import { assignKey } from '#lib/fuzzy-keys/console/admin.ts';
import { AssignKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { FuzzyKeyAnswer } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Assign a key that has no owner to a user',
    body: AssignKeyInput,
    answer: FuzzyKeyAnswer,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  ({ ctx, body }) => assignKey(ctx, body),
);

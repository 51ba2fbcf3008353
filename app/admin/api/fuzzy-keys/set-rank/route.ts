import { setKeyRank } from '#lib/fuzzy-keys/console/admin.ts';
import { SetRankInput } from '#lib/fuzzy-keys/schema.ts';
import { FuzzyKeyAnswer } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Change the rank of a key',
    body: SetRankInput,
    answer: FuzzyKeyAnswer,
    refuses: ['not_found', 'invalid', 'conflict'],
  },
  ({ ctx, body }) => setKeyRank(ctx, body),
);

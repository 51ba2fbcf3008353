import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { RotateFuzzyKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { RotatedKey } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Replace a key and choose how long the old one works',
    body: RotateFuzzyKeyInput,
    answer: RotatedKey,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  ({ ctx, body }) => rotateFuzzyKey(ctx, body),
);

import { generateFuzzyKey } from '#lib/fuzzy-keys/console/admin.ts';
import { GenerateFuzzyKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { GeneratedKeyView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Create a key',
    body: GenerateFuzzyKeyInput,
    answer: GeneratedKeyView,
    refuses: ['reauthentication_required', 'invalid', 'conflict'],
  },
  ({ ctx, body }) => generateFuzzyKey(ctx, body),
);

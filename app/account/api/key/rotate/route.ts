import { RotateOwnKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { OwnKeyView } from '#lib/fuzzy-keys/views.ts';
import { rotateOwnKey } from '#lib/people/keys/own-key.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Replace your API key and choose how long the old one works',
    body: RotateOwnKeyInput,
    answer: OwnKeyView,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  ({ ctx, body }) => rotateOwnKey(ctx, body),
);

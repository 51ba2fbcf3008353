import { RotateOwnKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { OwnKeyView } from '#lib/fuzzy-keys/views.ts';
import { route } from '#lib/routes/route.ts';
import { rotateOwnKey } from '#lib/users/keys/own-key.ts';

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

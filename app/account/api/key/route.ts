import { OwnKeyView } from '#lib/fuzzy-keys/views.ts';
import { route } from '#lib/routes/route.ts';
import { getCurrentKey } from '#lib/users/keys/own-key.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Show your API key and the old keys that still work',
    answer: OwnKeyView,
    refuses: ['not_found'],
  },
  ({ ctx }) => getCurrentKey(ctx),
);

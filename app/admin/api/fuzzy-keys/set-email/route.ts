import { setKeyEmail } from '#lib/fuzzy-keys/console/admin.ts';
import { SetEmailInput } from '#lib/fuzzy-keys/schema.ts';
import { FuzzyKeyAnswer } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Change the email of a key, and with it the owner',
    body: SetEmailInput,
    answer: FuzzyKeyAnswer,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  ({ ctx, body }) => setKeyEmail(ctx, body),
);

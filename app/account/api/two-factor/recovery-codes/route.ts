import { NoInput } from '#lib/auth/schema.ts';
import { createNewRecoveryCodes } from '#lib/auth/two-factor.ts';
import { RecoveryCodesView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Make ten new recovery codes; the old ones are void',
    body: NoInput,
    answer: RecoveryCodesView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx }) => createNewRecoveryCodes(ctx),
);

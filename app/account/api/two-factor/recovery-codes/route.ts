import { NoInput } from '#lib/auth/schema.ts';
import { createNewRecoveryCodes } from '#lib/auth/settings/two-factor.ts';
import { RecoveryCodesView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Create ten new recovery codes and void the old ones',
    body: NoInput,
    answer: RecoveryCodesView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx }) => createNewRecoveryCodes(ctx),
);

import { NoInput } from '#lib/auth/schema.ts';
import { startTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { TotpSecretView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Create the secret for an authenticator app',
    body: NoInput,
    answer: TotpSecretView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx }) => startTwoFactor(ctx),
);

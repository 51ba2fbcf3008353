import { SecondFactorInput } from '#lib/auth/schema.ts';
import { enableTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { RecoveryCodesView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Turn on two-factor login with the first code from the app',
    body: SecondFactorInput,
    answer: RecoveryCodesView,
    refuses: ['reauthentication_required', 'invalid', 'rate_limited', 'conflict'],
  },
  ({ ctx, body }) => enableTwoFactor(ctx, body),
);

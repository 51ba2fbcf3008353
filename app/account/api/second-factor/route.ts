import { SecondFactorInput } from '#lib/accounts/schema.ts';
import { requireSecondFactor } from '#lib/accounts/second-factor.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const PUT = route(
  {
    access: 'user',
    summary: 'Require a second factor of all members of your account, or no longer',
    details: 'From that day on, a login with one factor opens only the settings of the own login. Members get a mail.',
    body: SecondFactorInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'forbidden', 'conflict'],
  },
  async ({ ctx, body }) => {
    await requireSecondFactor(ctx, body);
    return { status: 'ok' as const };
  },
);

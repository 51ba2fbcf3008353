import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { requestEmailChange } from '#lib/users/email/change-email.ts';
import { ChangeEmailInput } from '#lib/users/schema.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Request a change of email address; a link is sent to the new one',
    body: ChangeEmailInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'invalid', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    await requestEmailChange(ctx, body);
    return { status: 'ok' };
  },
);

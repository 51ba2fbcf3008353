import { cancelEmailChange, getEmailAddress } from '#lib/auth/email-change.ts';
import { EmailAddressView } from '#lib/auth/views.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show your email address and any pending change of it', answer: EmailAddressView },
  ({ ctx }) => getEmailAddress(ctx),
);
export const DELETE = route(
  {
    access: 'user',
    summary: 'Cancel a pending change of email address',
    answer: DoneView,
    refuses: ['not_found'],
  },
  async ({ ctx }) => {
    await cancelEmailChange(ctx);
    return { status: 'ok' };
  },
);

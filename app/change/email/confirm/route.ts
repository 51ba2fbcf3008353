import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { confirmEmailChange } from '#lib/users/email/change-email.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

const spec = {
  access: 'user',
  summary: 'Confirm a new email address with the link sent to it',
  limit: 'email_link_address',
  body: EmailChangeLinkInput,
  answer: DoneView,
  refuses: ['invalid', 'forbidden', 'conflict'],
} as const;
export const POST = route(spec, async ({ ctx, body }) => {
  await confirmEmailChange(ctx, body);
  return { status: 'ok' };
});

import { route } from '#lib/routes/route.ts';
import { undoEmailChange } from '#lib/users/email/change-email.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';
import { UndoneEmailChangeView } from '#lib/users/views.ts';

const spec = {
  access: 'public',
  summary: 'Undo a change of email address with the link sent to the old one',
  limit: 'email_link_address',
  body: EmailChangeLinkInput,
  answer: UndoneEmailChangeView,
  refuses: ['invalid', 'conflict'],
} as const;
export const POST = route(spec, async ({ ctx, body }) => {
  const { removed } = await undoEmailChange(ctx, body);
  return { status: 'ok' as const, removed };
});

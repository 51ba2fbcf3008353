import { route } from '#lib/http/route.ts';
import { undoEmailChange } from '#lib/lifecycle/change-email.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

const spec = { access: 'public', limit: 'email_link_address', body: EmailChangeLinkInput } as const;
export const POST = route(spec, async ({ ctx, body }) => {
  await undoEmailChange(ctx, body);
  return { status: 'ok' };
});

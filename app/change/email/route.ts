import { route } from '#lib/http/route.ts';
import { requestEmailChange } from '#lib/lifecycle/change-email.ts';
import { ChangeEmailInput } from '#lib/users/schema.ts';

export const POST = route({ access: 'user', body: ChangeEmailInput }, async ({ ctx, body }) => {
  await requestEmailChange(ctx, body);
  return { status: 'ok' };
});

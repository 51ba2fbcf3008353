import { formRoute } from '#lib/http/form-route.ts';
import { confirmEmailChange } from '#lib/lifecycle/change-email.ts';
import { paths } from '#lib/paths.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  EmailChangeLinkInput,
  async (ctx, input) => {
    await confirmEmailChange(ctx, input);
    return { location: paths.changeEmail({ done: '1' }) };
  },
  ({ token }) => paths.changeEmail({ token }),
  'email_link_address',
);

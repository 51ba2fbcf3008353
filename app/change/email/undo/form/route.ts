import { formRoute } from '#lib/http/form-route.ts';
import { undoEmailChange } from '#lib/lifecycle/change-email.ts';
import { paths } from '#lib/paths.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  EmailChangeLinkInput,
  async (ctx, input) => {
    await undoEmailChange(ctx, input);
    return { location: paths.undoEmailChange({ done: '1' }) };
  },
  ({ token }) => paths.undoEmailChange({ token }),
  'email_link_address',
);

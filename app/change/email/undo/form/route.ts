import { formRoute } from '#lib/http/form-route.ts';
import { undoEmailChange } from '#lib/lifecycle/change-email.ts';
import { paths } from '#lib/paths.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  {
    limit: 'email_link_address',
    body: EmailChangeLinkInput,
    failurePage: ({ token }) => paths.undoEmailChange({ token }),
  },
  async ({ ctx, body }) => {
    await undoEmailChange(ctx, body);
    return { location: paths.undoEmailChange({ done: '1' }) };
  },
);

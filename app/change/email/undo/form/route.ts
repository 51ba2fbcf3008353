import { paths } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { undoEmailChange } from '#lib/users/email/change-email.ts';
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

import { paths } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { confirmEmailChange } from '#lib/users/email/change-email.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  { limit: 'email_link_address', body: EmailChangeLinkInput, failurePage: ({ token }) => paths.changeEmail({ token }) },
  async ({ ctx, body }) => {
    await confirmEmailChange(ctx, body);
    return { location: paths.changeEmail({ done: '1' }) };
  },
);

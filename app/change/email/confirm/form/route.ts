import { paths } from '#lib/base/paths.ts';
import { confirmEmailChange } from '#lib/people/change-email.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  { limit: 'email_link_address', body: EmailChangeLinkInput, failurePage: ({ token }) => paths.changeEmail({ token }) },
  async ({ ctx, body }) => {
    await confirmEmailChange(ctx, body);
    return { location: paths.changeEmail({ done: '1' }) };
  },
);

import { formRoute } from '#lib/http/form-route.ts';
import { confirmEmailChange } from '#lib/lifecycle/change-email.ts';
import { paths } from '#lib/paths.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';

export const POST = formRoute(
  { limit: 'email_link_address', body: EmailChangeLinkInput, failurePage: ({ token }) => paths.changeEmail({ token }) },
  async ({ ctx, body }) => {
    await confirmEmailChange(ctx, body);
    return { location: paths.changeEmail({ done: '1' }) };
  },
);

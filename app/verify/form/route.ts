import { formRoute } from '#lib/http/form-route.ts';
import { paths } from '#lib/paths.ts';
import { VerifyEmailInput } from '#lib/users/schema.ts';
import { verifyEmail } from '#lib/users/service.ts';

const pageOf = (fields: Record<string, string>, extra: Record<string, string> = {}) =>
  paths.verifyEmail({ email: fields.email, return_url: fields.return_url, ...extra });

export const POST = formRoute(
  VerifyEmailInput,
  async (ctx, input, fields) => {
    await verifyEmail(ctx, input);
    return { location: pageOf(fields, { done: '1' }) };
  },
  (fields) => pageOf(fields),
);

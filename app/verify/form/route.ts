import { z } from 'zod';
import { paths } from '#lib/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { ResendVerificationInput, VerifyEmailInput } from '#lib/users/schema.ts';
import { resendVerification, verifyEmail } from '#lib/users/service.ts';

/** With the link's token, verifies the address. Without it, requests a new link. */
const VerifyFormInput = z.union([VerifyEmailInput, ResendVerificationInput.extend({ token: z.never().optional() })]);

const pageOf = (fields: Record<string, string>, extra: Record<string, string> = {}) =>
  paths.verifyEmail({ email: fields.email, return_url: fields.return_url, ...extra });

export const POST = formRoute(
  { body: VerifyFormInput, failurePage: (fields) => pageOf(fields) },
  async ({ ctx, body, fields }) => {
    if (body.token === undefined) {
      await resendVerification(ctx, body);
      return { location: paths.verifyEmail({ sent: '1' }) };
    }
    await verifyEmail(ctx, body);
    return { location: pageOf(fields, { done: '1' }) };
  },
);

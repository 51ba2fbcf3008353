import { Email } from '#lib/email-address/schema.ts';

const TOKEN_MIN = 10;

/** The contents of a reset link, or why it is invalid. */
export type ResetLink = { email: string; token: string } | { error: string };

/** Checks the query of `/reset-password`, which needs email, token and forgot=1. */
export function judgeResetLink(query: {
  email?: string | undefined;
  token?: string | undefined;
  forgot?: string | undefined;
}): ResetLink {
  const { email, token, forgot } = query;
  if (!email || !token || forgot !== '1')
    return { error: 'Invalid or missing reset link. Please request a new password reset.' };
  if (!Email.safeParse(email).success) return { error: 'Invalid email address in reset link.' };
  if (token.length < TOKEN_MIN) return { error: 'Invalid reset token. Please request a new password reset.' };
  return { email, token };
}

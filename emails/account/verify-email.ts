import { renderMail } from '#emails/parts/render-mail.ts';

export type VerifyEmailProps = { url: string };
export const sample: VerifyEmailProps = {
  url: 'https://premium.example/verify-email?email=you%40example.com&token=sample',
};

/** Sent after sign-up: the link proves that the address belongs to the user. */
export const verifyEmail = ({ url }: VerifyEmailProps) =>
  renderMail({
    subject: 'Verify your email address',
    heading: 'Verify your email address',
    intro:
      'You created an account with this address. Open the link and press the button to verify it. The link works once, for 24 hours.',
    action: { label: 'Verify email address', url },
    outro: 'If it was not you, do nothing: without the link nobody can use the account.',
  });

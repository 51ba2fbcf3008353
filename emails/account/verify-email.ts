import type { MailParts } from '#emails/parts/mail-parts.ts';
import { LINK_TERMS } from '#emails/parts/phrases.ts';

export type VerifyEmailProps = {
  url: string;
  /** the plan that was chosen before; null: none */
  plan: string | null;
};
export const sample: VerifyEmailProps = {
  url: 'https://premium.example/verify-email?email=you%40example.com&token=sample',
  plan: 'Starter',
};

/** Sent after sign-up: the link proves that the address belongs to the user. */
export const verifyEmail = ({ url, plan }: VerifyEmailProps): MailParts => ({
  subject: 'Verify your email address',
  preheader: 'Verify your address, and your new account is ready.',
  heading: 'Verify your email address',
  intro: [
    `You created an account with this address. Verify it on the page that opens${plan ? `, and continue to the payment for ${plan}` : ''}.`,
  ],
  action: { label: 'Verify email address', url },
  outro: [
    LINK_TERMS,
    'If you open it in a different browser from the one you signed up in, you choose your password there.',
    'Not you? Ignore this email; the account can’t be used without this link.',
  ],
});

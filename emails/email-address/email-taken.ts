import type { MailParts } from '#emails/parts/mail-parts.ts';

export type EmailTakenProps = { loginUrl: string };
export const sample: EmailTakenProps = { loginUrl: 'https://premium.example/login' };

/** Sent to the owner of an account when its address is used to sign up again (S3). */
export const emailTaken = ({ loginUrl }: EmailTakenProps): MailParts => ({
  subject: 'You already have an account',
  preheader: 'Someone tried to sign up with your address. Nothing was changed.',
  heading: 'You already have an account',
  intro: [
    'Someone, perhaps you, tried to use this address for an account. It already has one, and nothing was changed.',
  ],
  action: { label: 'Log in', url: loginUrl },
  outro: ['Forgotten the password? The login page emails you a link. Not you? There is nothing to do.'],
});

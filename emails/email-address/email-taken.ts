import { renderMail } from '#emails/parts/render-mail.ts';

export type EmailTakenProps = { loginUrl: string };
export const sample: EmailTakenProps = { loginUrl: 'https://premium.example/login' };

/** Sent to the owner of an account when its address is used to sign up again (S3). */
export const emailTaken = ({ loginUrl }: EmailTakenProps) =>
  renderMail({
    subject: 'You already have an account',
    heading: 'You already have an account',
    intro:
      'Somebody, perhaps you, tried to create an account with this address. It exists already, and nothing was changed.',
    action: { label: 'Log in', url: loginUrl },
    outro: 'If it was not you, there is nothing to do.',
  });

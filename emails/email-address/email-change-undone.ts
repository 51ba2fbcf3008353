import { renderMail } from '#emails/parts/render-mail.ts';

export type EmailChangeUndoneProps = { supportMail: string };
export const sample: EmailChangeUndoneProps = { supportMail: 'support@premium.example' };

/** Sent to the new address after the change to it was undone. */
export const emailChangeUndone = ({ supportMail }: EmailChangeUndoneProps) =>
  renderMail({
    subject: 'The change of your email address was undone',
    heading: 'The change of your email address was undone',
    intro:
      'The account that used this address is back at its former one, all devices were logged out, and a link to choose a new password was sent there.',
    outro: `If you do not know why, write to ${supportMail}.`,
  });

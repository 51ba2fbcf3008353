import { renderMail } from '#emails/parts/render-mail.ts';

export type EmailChangeRequestedProps = { newEmail: string; accountUrl: string; supportMail: string };
export const sample: EmailChangeRequestedProps = {
  newEmail: 'new@example.com',
  accountUrl: 'https://premium.example/account',
  supportMail: 'support@premium.example',
};

/** Sent to the current address when a change of it is requested. */
export const emailChangeRequested = ({ newEmail, accountUrl, supportMail }: EmailChangeRequestedProps) =>
  renderMail({
    subject: 'A new email address for your account',
    heading: 'A new email address for your account',
    intro: `Somebody, probably you, asked to change the email address of your account to ${newEmail}. It changes when the link in the mail to that address is used.`,
    action: { label: 'See your account', url: accountUrl },
    outro: `If it was not you, cancel the change there and change your password at once; write to ${supportMail} if you need help.`,
  });

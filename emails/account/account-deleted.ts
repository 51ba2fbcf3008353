import { renderMail } from '#emails/parts/render-mail.ts';

export type AccountDeletedProps = { byOwner: boolean; supportMail: string };
export const sample: AccountDeletedProps = { byOwner: true, supportMail: 'support@premium.example' };

/** The last mail to an address after its account was deleted, by the owner or by an admin. */
export const accountDeleted = ({ byOwner, supportMail }: AccountDeletedProps) =>
  renderMail({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    intro: `${byOwner ? 'You' : 'We'} deleted your account. All devices and connected applications were logged out, and your data is gone.`,
    outro: byOwner
      ? `Thank you for having been with us. If it was not you, write to ${supportMail} at once.`
      : `Please write to ${supportMail} if you have questions.`,
  });

import { renderMail } from './html.ts';

export type AccountDeletedProps = { supportMail: string };
export const sample: AccountDeletedProps = { supportMail: 'support@premium.example' };

/** The last mail to somebody who deleted their account. */
export const accountDeleted = ({ supportMail }: AccountDeletedProps) =>
  renderMail({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    intro: 'You deleted your account. All devices and connected applications were logged out, and your data is gone.',
    outro: `Thank you for having been with us. If it was not you, write to ${supportMail} at once.`,
  });

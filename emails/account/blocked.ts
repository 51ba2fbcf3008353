import { renderMail } from '#emails/parts/render-mail.ts';

export type BlockedProps = { supportMail: string };
export const sample: BlockedProps = { supportMail: 'support@premium.example' };

/** Sent when an admin blocks an account. */
export const blocked = ({ supportMail }: BlockedProps) =>
  renderMail({
    subject: 'Your account was blocked',
    heading: 'Your account was blocked',
    intro: 'Your account was blocked: all devices were logged out, and your keys stopped working.',
    outro: `Please write to ${supportMail}.`,
  });

import { renderMail } from '#emails/parts/render-mail.ts';

export type KeyRotatedProps = {
  /** ISO 8601 in UTC; null if the old key stopped working immediately */
  worksUntil: string | null;
  /** false: an admin did it */
  isByOwner: boolean;
  setupUrl: string;
  supportMail: string;
};
export const sample: KeyRotatedProps = {
  worksUntil: '2026-11-28T10:00:00.000Z',
  isByOwner: true,
  setupUrl: 'https://premium.rspamd.example/setup',
  supportMail: 'support@rspamd.example',
};

/** Sent when a key is rotated. Says when the old one stops working. No mail contains a key. */
export function keyRotated({ worksUntil, isByOwner, setupUrl, supportMail }: KeyRotatedProps) {
  const end = worksUntil ? `works until ${utc(worksUntil)}` : 'no longer works';
  return renderMail({
    subject: 'Your API key was replaced',
    heading: 'You have a new API key',
    intro: `Your API key was replaced by a new one${isByOwner ? '' : ', by our support'}. The old key ${end}. Put the new one on all your servers; login and password of the package repository are made of the key, and change with it.`,
    action: { label: 'See the new key and how to set it up', url: setupUrl },
    outro: isByOwner
      ? `If you did not do this, change your password at once and write to ${supportMail}.`
      : `If you have questions, write to ${supportMail}.`,
  });
}

/** `2026-11-28 10:00 UTC` */
const utc = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

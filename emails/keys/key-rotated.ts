import type { MailParts } from '#emails/parts/mail-parts.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { customerTime } from '#lib/base/text/format.ts';

export type KeyRotatedProps = {
  /** ISO 8601 in UTC; null if the old key stopped working immediately */
  worksUntil: string | null;
  /** false if an admin rotated the key */
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

/** Sent when a key is rotated. Says when the old one stops working. No email contains a key. */
export function keyRotated({ worksUntil, isByOwner, setupUrl, supportMail }: KeyRotatedProps): MailParts {
  const end = worksUntil ? `works until ${customerTime(new Date(worksUntil))}` : 'no longer works';
  return {
    subject: 'Your API key was replaced',
    preheader: `The old key ${end}. Put the new one on all your servers.`,
    heading: 'You have a new API key',
    intro: [`${isByOwner ? 'You' : 'Our support'} replaced your API key.`],
    figures: [
      ['Old key', end],
      ['New key', `works within ${inWords(promises.keyChange)}`],
    ],
    steps: [
      { text: 'Run the command of the setup guide on all your servers. It puts the new key where the old one was.' },
      { text: 'Update the login and password of the package repository. They are derived from the key.' },
    ],
    action: { label: 'See the new key and set it up', url: setupUrl },
    outro: [
      isByOwner
        ? `Not you? Change your password at once and write to ${supportMail}.`
        : `Questions? Write to ${supportMail}.`,
    ],
  };
}

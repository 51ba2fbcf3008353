import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, sampleBought, type Bought } from '#emails/parts/phrases.ts';
import { withdrawalText, type WithdrawalRight } from '#emails/parts/withdrawal-text.ts';
import { inWords, promises } from '#lib/base/promises.ts';

export type WelcomeProps = Bought & {
  quantity: number;
  keyStart: string;
  /** paid now, VAT included, such as `£30.00`; null: nothing */
  amount: string | null;
  /** of the terms that hold, such as `2026-11-28` */
  termsVersion: string;
  termsUrl: string;
  /** of a private buyer */
  withdrawal: WithdrawalRight | null;
  setupUrl: string;
  supportMail: string;
};
export const sample: WelcomeProps = {
  ...sampleBought,
  quantity: 1,
  keyStart: 'k4nq8y7w1e3c5r6t',
  amount: '£30.00',
  termsVersion: '2026-11-28',
  termsUrl: 'https://premium.example/terms',
  withdrawal: null,
  setupUrl: 'https://premium.example/setup',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription gets its key. Does not contain the key, because the key gives access to the storage. */
export const welcome = ({
  quantity,
  keyStart,
  amount,
  termsVersion,
  termsUrl,
  withdrawal,
  setupUrl,
  supportMail,
  ...bought
}: WelcomeProps): MailParts => ({
  subject: 'Your key is ready',
  preheader: `One command on each server, and ${bought.plan} is in service.`,
  heading: 'Your key is ready',
  intro: [
    `Thank you for subscribing to ${bought.plan}. One key works on all your servers; they share its daily limit.`,
  ],
  figures: [
    ['Key', `${keyStart}…`],
    ...boughtFigures(bought),
    ...(quantity > 1 ? [['Quantity', String(quantity)] as const] : []),
    ...(amount ? [['Paid, with VAT', amount] as const] : []),
    ['Terms', `of ${termsVersion}, ${termsUrl}`],
  ],
  steps: [
    {
      text: 'Open the setup guide, log in, and choose your platform: Debian, mailcow, NixOS and seven others. Its command already contains your key.',
    },
    {
      text: 'Run the command on each mail server. It leaves your own rules alone, and ends with what Rspamd has loaded.',
    },
    { text: 'Send the test message of the guide: one line shows that it was found.' },
    {
      text: `Watch the light on your dashboard. The key works within ${inWords(promises.keyChange)}, and the light turns green with the first request.`,
    },
  ],
  action: { label: 'Open the setup guide', url: setupUrl },
  ...(withdrawal && { attachment: withdrawalText(bought.plan, supportMail, withdrawal) }),
  outro: [
    ...(withdrawal ? [`You may withdraw until the end of ${withdrawal.lastDay}: see the attached text.`] : []),
    `Something doesn’t work? Reply to this email or write to ${supportMail}.`,
  ],
});

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, sampleBought, type Bought } from '#emails/parts/phrases.ts';
import { withdrawalText, type WithdrawalRight } from '#emails/parts/withdrawal-text.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { CHECKLIST } from '#lib/base/checklist.ts';

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
  startUrl: string;
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
  startUrl: 'https://premium.example/start',
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
  startUrl,
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
    ['Terms, version of', customerDay(new Date(termsVersion))],
  ],
  steps: [
    { text: `${CHECKLIST.live}: it works within ${inWords(promises.keyChange)}.` },
    {
      text: `${CHECKLIST.command}. Your checklist has it for your platform, with your key in it. It leaves your own rules alone, and prints what Rspamd has loaded.`,
    },
    { text: `${CHECKLIST.hello}: your checklist shows its first request.` },
    { text: `${CHECKLIST.match}: send it from the checklist, which shows that it was found.` },
  ],
  action: { label: 'Open your checklist', url: startUrl },
  ...(withdrawal && { attachment: withdrawalText(bought.plan, supportMail, withdrawal) }),
  outro: [
    ...(withdrawal
      ? [`You may withdraw until the end of ${customerDay(new Date(withdrawal.lastDay))}: see the attached text.`]
      : []),
    `The terms that apply: ${termsUrl}`,
    `Something doesn’t work? Reply to this email or write to ${supportMail}.`,
  ],
});

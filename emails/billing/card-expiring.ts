import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type CardExpiringProps = Bought & {
  /** the last four digits */
  last4: string;
  /** `12/2026` */
  expires: string;
  url: string;
  supportMail: string;
};
export const sample: CardExpiringProps = {
  ...sampleBought,
  last4: '4242',
  expires: '12/2026',
  url: 'https://premium.example/billing?flow=card',
  supportMail: 'support@premium.example',
};

/** Sent once per card that will expire before the next charge. */
export const cardExpiring = ({ last4, expires, url, supportMail, ...bought }: CardExpiringProps): MailParts => ({
  subject: 'Your card is about to expire',
  preheader: `The card ending in ${last4} expires before the next payment.`,
  heading: 'Your card is about to expire',
  intro: [
    `Your card expires before the next payment for ${bought.plan} is due. Update it, so that your key keeps working.`,
  ],
  figures: [['Card', `ending in ${last4}`], ['Valid until', expires], ...boughtFigures(bought)],
  action: { label: 'Update card', url },
  outro: [`If your bank has already renewed the card, there may be nothing to do. ${questions(supportMail)}`],
});

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type SubscriptionEndingProps = Bought & {
  /** the day, such as `2026-07-12` */
  endsOn: string;
  url: string;
  supportMail: string;
};
export const sample: SubscriptionEndingProps = {
  ...sampleBought,
  endsOn: '2026-07-12',
  url: 'https://premium.example/billing',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription is cancelled for a later day while its payment is past due. */
export const subscriptionEnding = ({ endsOn, url, supportMail, ...bought }: SubscriptionEndingProps): MailParts => ({
  subject: `Your subscription ends on ${endsOn}`,
  preheader: 'Your key works until then. Nothing more is charged.',
  heading: `Your subscription ends on ${endsOn}`,
  intro: [
    `You cancelled ${bought.plan}. Your key works until ${endsOn}. The open invoice is void, and nothing more is charged.`,
  ],
  figures: boughtFigures(bought),
  action: { label: 'Open billing', url },
  outro: [`You keep your account and your invoices. ${questions(supportMail)}`],
});

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type SubscriptionEndedProps = Bought & {
  hadKey: boolean;
  /** false if the subscription is unpaid or paused, and can be resumed */
  isOver: boolean;
  /** it was cancelled while a payment was due, so it did not continue to the end of its period */
  isUnpaid: boolean;
  /** the customer pays by invoice */
  isInvoiced: boolean;
  url: string;
  supportMail: string;
};
export const sample: SubscriptionEndedProps = {
  ...sampleBought,
  hadKey: true,
  isOver: true,
  isUnpaid: false,
  isInvoiced: false,
  url: 'https://premium.example/pricing',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription stops: canceled, unpaid or paused. */
export const subscriptionEnded = ({
  hadKey,
  isOver,
  isUnpaid,
  isInvoiced,
  url,
  supportMail,
  ...bought
}: SubscriptionEndedProps): MailParts => {
  const heading = isOver ? 'Your subscription has ended' : 'Your subscription is stopped';
  const effect = hadKey ? ' Its key no longer works: your mail is now filtered without the premium hashes.' : '';
  const charged = isInvoiced ? 'An invoice that is still open stays due.' : 'Nothing more is charged.';
  const next = isOver ? charged : 'Pay the open invoice, and it resumes with the same key.';
  const why = isUnpaid ? ' at once, because it was cancelled while a payment was due' : '';
  return {
    subject: heading,
    preheader: `${hadKey ? 'Your key no longer works. ' : ''}${next}`,
    heading,
    intro: [`Your subscription to ${bought.plan} ${isOver ? `has ended${why}` : 'is stopped'}.${effect} ${next}`],
    figures: boughtFigures(bought),
    action: { label: isOver ? 'Subscribe again' : 'Open billing', url },
    outro: [`You keep your account and your invoices. ${questions(supportMail)}`],
  };
};

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought } from '#emails/parts/phrases.ts';
import type { PaymentFailedProps } from './payment-failed.ts';

export type FirstPaymentFailedProps = Omit<PaymentFailedProps, 'due' | 'nextAttempt'>;

export const sample: FirstPaymentFailedProps = {
  ...sampleBought,
  url: 'https://premium.example/pricing',
  supportMail: 'support@premium.example',
};

/** Sent when the first payment of a new subscription failed: no key was created. */
export const firstPaymentFailed = ({ url, supportMail, ...bought }: FirstPaymentFailedProps): MailParts => ({
  subject: 'Your payment did not go through',
  preheader: 'Nothing was charged, and the subscription has not started.',
  heading: 'Your payment did not go through',
  intro: [
    `The payment for ${bought.plan} did not go through, so the subscription has not started and there is no key. Nothing was charged.`,
  ],
  figures: boughtFigures(bought),
  action: { label: 'See plans', url },
  outro: [`You can subscribe again with another payment method. ${questions(supportMail)}`],
});

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type PaymentFailedProps = Bought & { url: string; supportMail: string };
export const sample: PaymentFailedProps = {
  ...sampleBought,
  url: 'https://premium.example/billing?flow=pay',
  supportMail: 'support@premium.example',
};

/** Sent once when a renewal payment fails; the key still works. */
export const paymentFailed = ({ url, supportMail, ...bought }: PaymentFailedProps): MailParts => ({
  subject: 'Your payment failed',
  preheader: 'Your key still works. Pay now to keep it working.',
  heading: 'Your payment failed',
  intro: [
    `The payment for ${bought.plan} could not be collected. Your key still works. Stripe tries again over the next days; if that fails too, your subscription ends and your key stops working.`,
  ],
  figures: boughtFigures(bought),
  action: { label: 'Pay now', url },
  outro: [`You can pay with another card there. ${questions(supportMail)}`],
});

/** Sent when the first payment of a new subscription failed: no key was created. */
export const firstPaymentFailed = ({ url, supportMail, ...bought }: PaymentFailedProps): MailParts => ({
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

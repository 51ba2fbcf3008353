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

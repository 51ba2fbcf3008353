import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type PaymentFailedProps = Bought & {
  /** what is due, VAT included, such as `£30.00`; null if it is not known */
  due: string | null;
  /** the day of Stripe's next attempt, such as `1 December 2026`; null: none is planned */
  nextAttempt: string | null;
  url: string;
  supportMail: string;
};
export const sample: PaymentFailedProps = {
  ...sampleBought,
  due: '£30.00',
  nextAttempt: '1 December 2026',
  url: 'https://premium.example/billing?flow=pay',
  supportMail: 'support@premium.example',
};

/** Sent once when a renewal payment fails; the key still works. */
export const paymentFailed = ({ due, nextAttempt, url, supportMail, ...bought }: PaymentFailedProps): MailParts => ({
  subject: 'Your payment failed',
  preheader: 'Your key still works. Pay now to keep it working.',
  heading: 'Your payment failed',
  intro: [
    `The payment for ${bought.plan} could not be collected. Your key still works. Stripe tries again over the next days; if that fails too, your subscription ends and your key stops working.`,
  ],
  figures: [
    ...boughtFigures(bought),
    ...(due ? [['Due, with VAT', due] as const] : []),
    ...(nextAttempt ? [['Next attempt', nextAttempt] as const] : []),
  ],
  action: { label: due ? `Pay ${due}` : 'Pay now', url },
  outro: [`You can pay with another card there. ${questions(supportMail)}`],
});

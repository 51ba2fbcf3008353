import { renderMail } from '#emails/parts/render-mail.ts';

export type PaymentFailedProps = { product: string; url: string; supportMail: string };
export const sample: PaymentFailedProps = {
  product: 'Premium access (small)',
  url: 'https://premium.example/billing?flow=pay',
  supportMail: 'support@premium.example',
};

/** Sent once when a renewal payment fails; the key still works. */
export const paymentFailed = ({ product, url, supportMail }: PaymentFailedProps) =>
  renderMail({
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    intro: `We could not collect the payment for ${product}. Your key still works. We try again during the next days; if that fails too, the subscription ends and the key stops working.`,
    action: { label: 'Pay now', url },
    outro: `The page also lets you use another card. For questions write to ${supportMail}.`,
  });

/** Sent when the first payment of a new subscription failed: no key was created. */
export const firstPaymentFailed = ({ product, url, supportMail }: PaymentFailedProps) =>
  renderMail({
    subject: 'Your payment did not arrive',
    heading: 'Your payment did not arrive',
    intro: `Your bank did not make the payment for ${product}, so the subscription was not started and there is no key. Nothing was charged.`,
    action: { label: 'See the plans', url },
    outro: `You can subscribe again with another way to pay. For questions write to ${supportMail}.`,
  });

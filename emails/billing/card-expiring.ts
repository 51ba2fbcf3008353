import { renderMail } from '#emails/parts/render-mail.ts';

export type CardExpiringProps = {
  product: string;
  /** the last four digits */
  last4: string;
  /** `12/2026` */
  expires: string;
  url: string;
  supportMail: string;
};
export const sample: CardExpiringProps = {
  product: 'Premium access (small)',
  last4: '4242',
  expires: '12/2026',
  url: 'https://premium.example/billing?flow=card',
  supportMail: 'support@premium.example',
};

/** Sent once per card that will expire before the next charge. */
export const cardExpiring = ({ product, last4, expires, url, supportMail }: CardExpiringProps) =>
  renderMail({
    subject: 'Your card is about to expire',
    heading: 'Your card is about to expire',
    intro: `The card ending in ${last4}, which pays for ${product}, is valid until ${expires}: the next charge comes after that. Please enter another card so that your key goes on working.`,
    action: { label: 'Enter another card', url },
    outro: `If your bank has renewed the card already, there may be nothing to do. For questions write to ${supportMail}.`,
  });

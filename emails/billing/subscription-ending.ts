import { renderMail } from '#emails/parts/render-mail.ts';

export type SubscriptionEndingProps = {
  product: string;
  /** when: `12 Jul 2026` */
  endsOn: string;
  url: string;
  supportMail: string;
};
export const sample: SubscriptionEndingProps = {
  product: 'Premium access (small)',
  endsOn: '12 Jul 2026',
  url: 'https://premium.example/billing',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription is cancelled for a later day while its payment is past due. */
export const subscriptionEnding = ({ product, endsOn, url, supportMail }: SubscriptionEndingProps) =>
  renderMail({
    subject: `Your subscription ends on ${endsOn}`,
    heading: `Your subscription ends on ${endsOn}`,
    intro: `Your subscription to ${product} was cancelled. Its key works until ${endsOn}. The open invoice is void: we do not ask for it again, and nothing more is charged.`,
    action: { label: 'Open billing', url },
    outro: `Your account and your invoices stay. For questions write to ${supportMail}.`,
  });

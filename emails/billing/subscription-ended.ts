import { renderMail } from '#emails/parts/render-mail.ts';

export type SubscriptionEndedProps = {
  product: string;
  hadKey: boolean;
  /** false if the subscription is unpaid or paused, and can be resumed */
  isOver: boolean;
  url: string;
  supportMail: string;
};
export const sample: SubscriptionEndedProps = {
  product: 'Premium access (small)',
  hadKey: true,
  isOver: true,
  url: 'https://premium.example/pricing',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription stops: canceled, unpaid or paused. */
export const subscriptionEnded = ({ product, hadKey, isOver, url, supportMail }: SubscriptionEndedProps) => {
  const heading = isOver ? 'Your subscription has ended' : 'Your subscription is stopped';
  const effect = hadKey ? ' Its key no longer works: mail is filtered without the premium data from now on.' : '';
  const next = isOver ? 'Nothing more is charged.' : 'It goes on, with the same key, as soon as it is paid.';
  return renderMail({
    subject: heading,
    heading,
    intro: `Your subscription to ${product} ${isOver ? 'has ended' : 'is stopped'}.${effect} ${next}`,
    action: { label: isOver ? 'Subscribe again' : 'Open billing', url },
    outro: `Your account and your invoices stay. For questions write to ${supportMail}.`,
  });
};

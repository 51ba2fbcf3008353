import type { MailParts } from '#emails/parts/mail-parts.ts';
import { questions } from '#emails/parts/phrases.ts';

export type PaidAfterEndProps = {
  /** its number, such as `A1B2C3-0004` */
  invoice: string;
  /** the day, such as `12 July 2026` */
  endedOn: string;
  url: string;
  supportMail: string;
};
export const sample: PaidAfterEndProps = {
  invoice: 'A1B2C3-0004',
  endedOn: '12 July 2026',
  url: 'https://premium.example/pricing',
  supportMail: 'support@premium.example',
};

/** Sent when an invoice is paid after its subscription has ended. */
export const paidAfterEnd = ({ invoice, endedOn, url, supportMail }: PaidAfterEndProps): MailParts => ({
  subject: 'Your payment arrived after the end of your subscription',
  preheader: 'It does not start your subscription again.',
  heading: 'Your payment arrived too late',
  intro: [
    `Invoice ${invoice} was paid, but its subscription had ended on ${endedOn}. The payment does not start it again, and your key stays off. Our team was told, and will refund the payment or write to you.`,
  ],
  action: { label: 'Subscribe again', url },
  outro: [questions(supportMail)],
});

import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';
import { refundWords } from '#lib/base/promises.ts';

export type WithdrawnProps = Bought & {
  /** when it was asked for, such as `21 November 2026, 10:40 UTC` */
  at: string;
  refund: 'all' | 'unused';
  supportMail: string;
};
export const sample: WithdrawnProps = {
  ...sampleBought,
  at: '21 November 2026, 10:40 UTC',
  refund: 'all',
  supportMail: 'support@premium.example',
};

/** Sent at once when a buyer withdraws: the proof of the time. */
export const withdrawn = ({ at, refund, supportMail, ...bought }: WithdrawnProps): MailParts => ({
  subject: `You withdrew from your contract for ${bought.plan}`,
  preheader: `Received on ${at}.`,
  heading: 'Your withdrawal is received',
  intro: [
    `You withdrew from your contract for ${bought.plan} on ${at}. Your key no longer works, and nothing more is charged.`,
    `You get back ${refundWords[refund].mail}, on the card or account that you paid with. Stripe sends it now; when it arrives depends on your bank.`,
  ],
  figures: [...boughtFigures(bought), ['Withdrawn', at]],
  outro: [`You keep your account and your invoices. ${questions(supportMail)}`],
});

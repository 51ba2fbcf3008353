import type { MailAttachment } from '#emails/parts/mail-parts.ts';
import { refundWords } from '#lib/base/promises.ts';
import { customerDay } from '#lib/base/text/format.ts';

export type WithdrawalRight = {
  /** the last day, such as `2026-12-05` */
  lastDay: string;
  refund: keyof typeof refundWords;
  url: string;
  seller: string;
};

/** The right to withdraw in words, with a form: for private buyers, to be kept. */
export const withdrawalText = (
  plan: string,
  supportMail: string,
  { lastDay, refund, url, seller }: WithdrawalRight,
): MailAttachment => ({
  filename: 'right-to-withdraw.txt',
  content: `RIGHT TO WITHDRAW

You bought ${plan} for yourself. You may withdraw from this contract until the
end of ${customerDay(new Date(lastDay))} without giving a reason.

To withdraw, press "Withdraw from this contract" on
${url}
or tell us in plain words by email or letter. You may use the form below. It is
enough that you send it before the time is over.

  ${seller}
  ${supportMail}

You asked us to begin at once. If you withdraw, your key stops working, and we
pay back ${refundWords[refund].mail}.
We do so within 14 days, to the card or account that you paid with.


FORM TO WITHDRAW

To ${seller}, ${supportMail}:
I withdraw from my contract for ${plan}.

Bought on:
Name:
Address or email address of the account:
Date:
`,
});

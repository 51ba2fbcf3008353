import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, questions, sampleBought, type Bought } from '#emails/parts/phrases.ts';

export type InvoiceOverdueProps = Bought & { url: string; supportMail: string };
export const sample: InvoiceOverdueProps = {
  ...sampleBought,
  url: 'https://premium.example/billing?flow=pay',
  supportMail: 'support@premium.example',
};

/** Sent once when an invoice that the customer pays by transfer or link is overdue; the key still works. */
export const invoiceOverdue = ({ url, supportMail, ...bought }: InvoiceOverdueProps): MailParts => ({
  subject: 'Your invoice is overdue',
  preheader: 'Your key still works. Pay the invoice to keep it working.',
  heading: 'Your invoice is overdue',
  intro: [
    `The due date of an invoice for ${bought.plan} has passed. Your key still works. Nothing is charged automatically: please pay the invoice that Stripe sent you, or open it here.`,
  ],
  figures: boughtFigures(bought),
  action: { label: 'Open the invoice', url },
  outro: [`If you have already paid by bank transfer, it may take a few days to arrive. ${questions(supportMail)}`],
});

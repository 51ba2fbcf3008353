import type Stripe from 'stripe';
import { idOf } from '#lib/billing/stripe/client.ts';

export type Line = { description: string; amount: number };

/** Lines that add up to `amount`, in the smallest unit of the currency. */
export type Statement = { amount: number; lines: Line[] };

/**
 * A previewed invoice as lines that add up: its own, discount, VAT, and the credit that it takes or leaves. `amount` is
 * what is charged.
 */
export function statementOf(invoice: Stripe.Invoice): Statement {
  const { total, starting_balance: balance } = invoice;
  const lines = chargesOf(invoice, invoice.lines.data);
  const credit = Math.min(0, balance);
  if (total < 0) lines.push({ description: 'Credit carried forward', amount: -total });
  else if (credit < 0 && total > 0) lines.push({ description: CREDIT, amount: Math.max(credit, -total) });
  return summed(lines);
}
const CREDIT = 'Credit from before';

/** What the price costs for one period, with its discount and VAT; null if the invoice does not charge for it. */
export function regularOf(invoice: Stripe.Invoice, price: string): Statement | null {
  const own = invoice.lines.data.filter((line) => !isProration(line) && priceOf(line) === price);
  return own.length ? summed(chargesOf(invoice, own)) : null;
}

/** A statement less a credit that was left before (negative, as Stripe's balances). */
export function lessCredit({ amount, lines }: Statement, balance: number): Statement {
  const credit = Math.max(Math.min(0, balance), -amount);
  return credit < 0 ? summed([...lines, { description: CREDIT, amount: credit }]) : { amount, lines };
}

/** The balance that an invoice leaves; negative is a credit. */
export const balanceAfter = ({ starting_balance: balance, total, amount_due: due }: Stripe.Invoice): number =>
  balance + total - due;

/** The end of the period that an invoice charges for. */
export const lastPeriodEnd = ({ lines }: Stripe.Invoice): number =>
  Math.max(...lines.data.map(({ period }) => period.end));

function chargesOf({ total_taxes: totals }: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]): Line[] {
  const discount = sum(lines.flatMap(({ discount_amounts: amounts }) => amounts ?? []));
  const tax = sum(lines.flatMap(({ taxes }) => taxes ?? []).filter(({ tax_behavior: how }) => how === 'exclusive'));
  return [
    ...lines.map(({ description, amount }) => ({ description: description ?? 'Plan', amount })),
    ...(discount ? [{ description: 'Discount', amount: -discount }] : []),
    ...(tax || totals?.length ? [{ description: 'VAT', amount: tax }] : []),
  ];
}

const summed = (lines: Line[]): Statement => ({ amount: sum(lines), lines });
const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

const priceOf = ({ pricing }: Stripe.InvoiceLineItem): string | null => {
  const price = pricing?.price_details?.price;
  return price ? idOf(price) : null;
};

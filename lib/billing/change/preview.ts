import type Stripe from 'stripe';
import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { fromSeconds, idOf, isNothingUpcoming, SOON } from '#lib/billing/stripe/client.ts';
import type { PlanChangePreview } from '#lib/billing/views.ts';
import { askForChange, managedByUs } from './ask-for-change.ts';
import { type Change, intervalOf, judgeChange } from './judge-change.ts';
import { readOwn } from './own-subscription.ts';

type Line = { description: string; amount: number };

/** Lines that add up to `amount`, in the smallest unit of the currency. */
type Statement = { amount: number; lines: Line[] };

/**
 * A previewed invoice as lines that add up: its own, discount, VAT, and the credit that it takes or leaves. `amount` is
 * what is charged.
 */
function statementOf(invoice: Stripe.Invoice): Statement {
  const { total, starting_balance: balance } = invoice;
  const lines = chargesOf(invoice, invoice.lines.data);
  const credit = Math.min(0, balance);
  if (total < 0) lines.push({ description: 'Credit carried forward', amount: -total });
  else if (credit < 0 && total > 0) lines.push({ description: CREDIT, amount: Math.max(credit, -total) });
  return summed(lines);
}
const CREDIT = 'Credit from before';

/** What the price costs for one period, with its discount and VAT; null if the invoice does not charge for it. */
function regularOf(invoice: Stripe.Invoice, price: string): Statement | null {
  const own = invoice.lines.data.filter((line) => !isProration(line) && priceOf(line) === price);
  return own.length ? summed(chargesOf(invoice, own)) : null;
}

/** A statement less a credit that was left before (negative, as Stripe's balances). */
function lessCredit({ amount, lines }: Statement, balance: number): Statement {
  const credit = Math.max(Math.min(0, balance), -amount);
  return credit < 0 ? summed([...lines, { description: CREDIT, amount: credit }]) : { amount, lines };
}

/** The balance that an invoice leaves; negative is a credit. */
const balanceAfter = ({ starting_balance: balance, total, amount_due: due }: Stripe.Invoice): number =>
  balance + total - due;

/** The end of the period that an invoice charges for. */
const lastPeriodEnd = ({ lines }: Stripe.Invoice): number => Math.max(...lines.data.map(({ period }) => period.end));

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

/**
 * What a change of plan costs today, with the next invoice and from then on, as Stripe computes it. Changes nothing.
 * Throws `conflict` if the subscription cannot be changed, and `unavailable` while Stripe is down.
 */
export const previewPlanChange = (ctx: Context<Member>, wanted: PlanChangeQuery): Promise<PlanChangePreview> =>
  askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    const change = await judgeChange(ctx, remote, wanted);
    return previewOf(ctx, remote, change, prorationDate(ctx, change.item, null));
  });

/** For how long a preview may be confirmed. */
const VALID_SECONDS = 3600;

/**
 * The time from which the unused and the remaining part of the period count: that of the preview that was shown, while
 * it is recent, so that the same amounts are charged.
 */
export function prorationDate({ now }: Context, item: Stripe.SubscriptionItem, shown: number | null): number {
  const present = Math.floor(now.getTime() / 1000);
  const isRecent = shown !== null && shown <= present + 60 && shown > present - VALID_SECONDS;
  const date = isRecent ? shown : present;
  return Math.min(Math.max(date, item.current_period_start), item.current_period_end);
}

/** The preview of a judged change. `at` is its proration date. */
export async function previewOf(
  ctx: Context,
  remote: Stripe.Subscription,
  change: Change,
  at: number,
): Promise<PlanChangePreview> {
  const { item, price, quantity, interval, holds } = change;
  const ask = (how: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) => {
    const details = { items: [{ id: item.id, price: price.id, quantity }], ...how };
    return previewInvoice(ctx, { subscription: remote.id, subscription_details: details });
  };
  const [regular, dueNow] = await Promise.all([
    ask({ proration_behavior: 'none' }),
    holds === 'now' ? ask({ proration_behavior: 'always_invoice', proration_date: at }) : null,
  ]);
  const then = regularOf(regular, price.id);
  if (!then) throw managedByUs();
  const isNewPeriod = holds === 'now' && intervalOf(item.price) !== interval;
  const nextAt = isNewPeriod && dueNow ? lastPeriodEnd(dueNow) : item.current_period_end;
  const next = dueNow ? lessCredit(then, balanceAfter(dueNow)) : statementOf(regular);
  return {
    currency: regular.currency,
    holds,
    holds_from: holds === 'now' ? ctx.now.toISOString() : isoOf(item.current_period_end),
    proration_date: at,
    today: dueNow ? statementOf(dueNow) : { amount: 0, lines: [] },
    next: { ...next, at: isoOf(nextAt) },
    then: { amount: then.amount, interval },
  };
}

async function previewInvoice(ctx: Context, params: Stripe.InvoiceCreatePreviewParams): Promise<Stripe.Invoice> {
  try {
    return await ctx.stripe().invoices.createPreview(params, SOON);
  } catch (error) {
    if (!isNothingUpcoming(error)) throw error;
    throw new DomainError('conflict', 'Your plan is about to end. Resume it first.');
  }
}

const isoOf = (seconds: number) => fromSeconds(seconds).toISOString();

import { findAcceptance, recordAcceptance } from '#lib/acceptances/acceptances.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { HOUR } from '#lib/base/time.ts';
import type { BuyerInput, InvoiceDetailsInput } from '#lib/billing/schema.ts';
import type { BuyerView } from '#lib/billing/views.ts';
import { enqueue } from '#lib/jobs/queue.ts';

/** How long what a buyer accepted counts for a checkout: as long as a checkout stays open. */
const ACCEPTED_MS = HOUR;

/** What the caller said before an earlier checkout; nulls before the first. */
export async function findBuyer({ db, actor }: Context<Member>): Promise<BuyerView> {
  const row = await db.buyer.findUnique({ where: { accountId: actor.accountId } });
  return {
    kind: (row?.kind ?? null) as BuyerView['kind'],
    po_number: row?.poNumber ?? null,
    invoice_email: row?.invoiceEmail ?? null,
  };
}

/**
 * Stores who buys, and that this person accepts the terms and, as a private buyer, asks for the key at once. A private
 * buyer has no PO number and no second address.
 */
export function acceptPurchase(ctx: Context<Member>, { kind, po_number: po, invoice_email: email }: BuyerInput) {
  const { accountId, userId: by } = ctx.actor;
  const isCompany = kind === 'company';
  return transaction(ctx, async (tx) => {
    await saveBuyer(tx, { kind, poNumber: isCompany ? po : null, invoiceEmail: isCompany ? email : null });
    await recordAcceptance(tx, { accountId, document: 'terms', act: 'purchase', by });
    if (!isCompany) await recordAcceptance(tx, { accountId, document: 'begin_at_once', act: 'purchase', by });
  });
}

/** Changes what is printed on the next invoices, and where they go. A buyer who was never asked counts as a company. */
export async function saveInvoiceDetails(
  ctx: Context<Member>,
  { po_number: poNumber, invoice_email: invoiceEmail }: InvoiceDetailsInput,
): Promise<BuyerView> {
  const { kind } = await findBuyer(ctx);
  await transaction(ctx, async (tx) => {
    await saveBuyer(tx, { kind: kind ?? 'company', poNumber, invoiceEmail });
    await recordAudit(tx, 'user.invoice_details_changed', ctx.actor.accountId);
  });
  return findBuyer(ctx);
}

type Buyer = { kind: string; poNumber: string | null; invoiceEmail: string | null };

async function saveBuyer(tx: Context<Member>, buyer: Buyer): Promise<void> {
  const { accountId } = tx.actor;
  await tx.db.buyer.upsert({ where: { accountId }, create: { accountId, ...buyer }, update: buyer });
  await enqueue(tx.db, 'billing.follow_email', { userId: accountId });
}

/** Who buys; null unless the caller has said so and has accepted the terms in the last hour. */
export async function findReadyBuyer(ctx: Context<Member>): Promise<'company' | 'private' | null> {
  const { kind } = await findBuyer(ctx);
  if (!kind) return null;
  const needed = kind === 'private' ? (['terms', 'begin_at_once'] as const) : (['terms'] as const);
  for (const document of needed) {
    const at = await findAcceptance(ctx, { accountId: ctx.actor.accountId, document, act: 'purchase' });
    if (!at || at.getTime() < ctx.now.getTime() - ACCEPTED_MS) return null;
  }
  return kind;
}

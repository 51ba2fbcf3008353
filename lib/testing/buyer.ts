import type { Context, Member } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { acceptPurchase, findReadyBuyer } from '#lib/billing/purchase/buyer.ts';
import * as checkout from '#lib/billing/purchase/checkout.ts';
import type { BuyerInput, Purchase } from '#lib/billing/schema.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { subscriberContext, systemContext } from './context.ts';
import { createUserRow } from './factories.ts';
import { mailsTo } from './queued-mails.ts';

/** Like the product's own, for a company that has accepted the terms. */
export async function startPurchase(ctx: Context<Member>, purchase: Purchase, isFromElsewhere = false) {
  if (!(await findReadyBuyer(ctx)))
    await acceptPurchase(ctx, { kind: 'company', po_number: null, invoice_email: null });
  return checkout.startPurchase(ctx, purchase, isFromElsewhere);
}

/** The emulator of the test. */
type Shop = { stripe: ReturnType<Context['stripe']>; pay: (session: string) => Promise<string> };

/** A person who has bought a plan, with what the tests ask about them. */
export async function buyer(shop: Shop, bought: Partial<Purchase> = {}, as?: BuyerInput) {
  const stripe = { stripe: () => shop.stripe };
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, stripe);
  if (as) await acceptPurchase(ctx, as);
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false, ...bought });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  const sync = () => readAndSync(systemContext(db(), stripe), id);
  await sync();
  const { stripeCustomerId: customer } = await db().account.findUniqueOrThrow({ where: { id: user.id } });
  return {
    ctx,
    id,
    user,
    customer: customer ?? '',
    sync,
    remote: () => shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    key: () => db().fuzzyKey.findFirstOrThrow({ where: { accountId: user.id } }),
    mails: () => mailsTo(user.email ?? ''),
    subjects: async () => (await mailsTo(user.email ?? '')).map(({ subject }) => subject),
    audited: async () => {
      const where = {
        targetId: user.id,
        action: { startsWith: 'subscription.' },
        NOT: { action: 'subscription.synced' },
      };
      return (await db().auditEvent.findMany({ where, orderBy: { id: 'asc' } })).map(({ action }) => action);
    },
  };
}

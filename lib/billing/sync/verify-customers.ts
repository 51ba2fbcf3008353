import { inBatches, type Rest } from '#lib/batches.ts';
import type Stripe from 'stripe';
import { isMissingAtStripe } from '#lib/billing/stripe/client.ts';
import type { Context } from '#lib/context.ts';
import { hasOwnAddress } from './customer.ts';
import type { Difference } from './differences.ts';
import { pagesOf } from './stripe-pages.ts';

/** Demo subscriptions and customers do not exist at Stripe (lib/testing/demo/demo.ts). */
export const DEMO = { subscription: 'sub_demo_', customer: 'cus_demo_' };

type Payer = { id: string; email: string | null; customer: string };

/** Users whose customer Stripe does not know, or knows by a former email address of theirs. */
export async function findOddCustomers(ctx: Context): Promise<Payer[]> {
  const customers = new Map<string, Stripe.Customer>();
  for await (const page of pagesOf((params) => ctx.stripe().customers.list(params)))
    for (const each of page) customers.set(each.id, each);
  const odd: Payer[] = [];
  const select = { id: true, email: true, stripeCustomerId: true } as const;
  const payers = inBatches((rest: Rest<string>, take) => {
    const where = { stripeCustomerId: { not: null }, ...rest };
    return ctx.db.user.findMany({ where, orderBy: { id: 'asc' }, take, select });
  });
  for await (const users of payers)
    for (const { id, email, stripeCustomerId: customer } of users)
      if (customer && !customer.startsWith(DEMO.customer) && isOdd(email, customers.get(customer)))
        odd.push({ id, email, customer });
  return odd;
}

const isOdd = (email: string | null, customer: Stripe.Customer | undefined) => !customer || differs(email, customer);

const differs = (ours: string | null, customer: Stripe.Customer) =>
  ours !== null && ours !== customer.email && !hasOwnAddress(customer);

export async function compareCustomer(
  ctx: Context,
  { id: userId, email, customer: subject }: Payer,
): Promise<Difference[]> {
  const customer = await findCustomer(ctx, subject);
  const here = 'customer of a user';
  if (!customer) return [{ kind: 'customer_unknown', subject, userId, stripe: 'nothing', here, repair: 'none' }];
  if (customer.deleted)
    return [{ kind: 'customer_deleted', subject, userId, stripe: 'deleted', here, repair: 'forget_customer' }];
  if (!differs(email, customer)) return [];
  const stripe = customer.email ? 'another address' : 'no address';
  return [{ kind: 'email', subject, userId, stripe, here: "the account's address", repair: 'follow_email' }];
}

async function findCustomer(ctx: Context, id: string) {
  try {
    return await ctx.stripe().customers.retrieve(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

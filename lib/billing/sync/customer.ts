import type Stripe from 'stripe';
import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { firstOwner, ownerEmailOf } from '#lib/accounts/recipients.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { lockInTransaction, type Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { isEndedStatus } from '#lib/billing/plan.ts';
import { isMissingAtStripe, isRepeatedFailure, SOON } from '#lib/billing/stripe/client.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';
import { findOwner } from './owner.ts';
import { readAndSync } from './sync.ts';

/** The Stripe customer id of the caller's account; null before the first purchase. */
export async function findCustomer(ctx: Context<Member>): Promise<string | null> {
  const where = { id: ctx.actor.accountId };
  return (await ctx.db.account.findUniqueOrThrow({ where, select: { stripeCustomerId: true } })).stripeCustomerId;
}

/** The caller's Stripe customer id, created on first purchase. */
export async function ensureCustomer(ctx: Context<Member>): Promise<string> {
  const { accountId } = ctx.actor;
  const known = await findCustomer(ctx);
  if (known) return known;
  const customer = await createCustomer(ctx, accountId, await ownerEmailOf(ctx, accountId));
  await transaction(ctx, (tx) =>
    changeAccounts(tx, { id: accountId, stripeCustomerId: null }, { stripeCustomerId: customer }),
  );
  return (await findCustomer(ctx)) ?? customer;
}

/** The most useless answers that Stripe may have stored for the same request of a user within a day. */
const MOST_GENERATIONS = 50;

/**
 * Creates a customer. The idempotency key is derived from the parameters, because Stripe refuses a key with others after
 * a change of the address. Stripe repeats its answer to a key for a day, even if that was a failure or if the customer
 * has been deleted since: then the next generation of the key is used. All tries of the same request use the same keys in
 * the same order, so two tabs create one customer.
 */
async function createCustomer(ctx: Context, accountId: string, email: string | null): Promise<string> {
  const metadata = { user_id: accountId, ...(email && { [WRITTEN]: email }) };
  const params = { ...(email && { email }), metadata };
  const hash = Buffer.from(sha256(JSON.stringify(params)))
    .toString('hex')
    .slice(0, 16);
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    const id = await tryToCreate(ctx, params, `cus-${accountId}-${hash}-${generation}`);
    if (id && !('deleted' in (await ctx.stripe().customers.retrieve(id)))) return id;
  }
  throw new Error('Stripe returned only stored failures and deleted customers');
}

/** The id of the new customer; null if Stripe repeats a failure. A new failure is thrown, for the person to try again. */
async function tryToCreate(ctx: Context, params: Stripe.CustomerCreateParams, idempotencyKey: string) {
  try {
    // Without the client's own retry, which would get the stored failure.
    return (await ctx.stripe().customers.create(params, { idempotencyKey, maxNetworkRetries: 0 })).id;
  } catch (error) {
    if (isRepeatedFailure(error)) return null;
    throw error;
  }
}

/**
 * Runs work on the caller's customer. If the customer was deleted at Stripe, removes it from the account and runs the work
 * again. Throws `conflict` if Stripe never knew the customer, because only a person can repair that.
 */
export async function ofKnownCustomer<T>(ctx: Context<Member>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
    if (await forgetDeleted(ctx)) return ofKnownCustomer(ctx, work);
    throw new DomainError('conflict', 'Our payment provider does not know your account. Please contact support.');
  }
}

async function forgetDeleted(ctx: Context<Member>): Promise<boolean> {
  const customer = await findCustomer(ctx);
  if (!customer) return false;
  try {
    if (!('deleted' in (await ctx.stripe().customers.retrieve(customer)))) return false;
  } catch (error) {
    if (isMissingAtStripe(error)) return false;
    throw error;
  }
  await forgetCustomer(ctx, customer);
  return true;
}

/**
 * Removes a customer that was deleted at Stripe from its account, and syncs the subscriptions that ended with the
 * customer. The account stays. Does nothing while Stripe still knows the customer.
 */
export async function forgetCustomer(ctx: Context, customer: string): Promise<void> {
  if (await isKnown(ctx, customer)) return;
  const where = { stripeCustomerId: customer };
  const rows = await ctx.db.subscription.findMany({ where, select: { stripeSubscriptionId: true } });
  for (const { stripeSubscriptionId } of rows) await readAndSync(ctx, stripeSubscriptionId);
  await transaction(ctx, async (tx) => {
    const account = await tx.db.account.findUnique({ where, select: { id: true } });
    if (!account) return;
    await lockInTransaction(tx.db, `billing-user:${account.id}`);
    if (await changeAccounts(tx, { id: account.id, ...where }, { stripeCustomerId: null }))
      await recordAudit(tx, 'user.stripe_customer_removed', account.id, { customer });
  });
}

const isKnown = async (ctx: Context, customer: string): Promise<boolean> =>
  (await findExisting(ctx, customer)) !== null;

/** A customer at Stripe; null if it was deleted or never existed. */
async function findExisting(ctx: Context, customer: string): Promise<Stripe.Customer | null> {
  try {
    const found = await ctx.stripe().customers.retrieve(customer);
    return 'deleted' in found ? null : found;
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** Whether a customer at Stripe was created by our shop. A deleted one no longer tells. */
export async function wasMadeByUs(ctx: Context, customer: string): Promise<boolean> {
  try {
    const found = await ctx.stripe().customers.retrieve(customer, {}, SOON);
    return 'deleted' in found || found.metadata['user_id'] !== undefined;
  } catch (error) {
    if (isMissingAtStripe(error)) return false;
    throw error;
  }
}

/** The address that we last wrote to a customer, in its metadata. An address that differs was entered at Stripe. */
const WRITTEN = 'account_email';

/** Whether a person entered the address of a customer at Stripe, such as that of their accounting, so that it stays. */
export function hasOwnAddress({ email, metadata }: Pick<Stripe.Customer, 'email' | 'metadata'>): boolean {
  const written = metadata[WRITTEN];
  return email !== null && written !== undefined && email !== written;
}

/** What decides where an account's invoices go. */
export const invoiceFields = {
  stripeCustomerId: true,
  buyer: { select: { poNumber: true, invoiceEmail: true } },
  memberships: firstOwner,
} as const satisfies Prisma.AccountSelect;
type Invoiced = Prisma.AccountGetPayload<{ select: typeof invoiceFields }>;

/** Where an account's invoices go, by what we know: the address that was entered for them, or that of its first owner. */
export const invoiceAddressOf = ({ buyer, memberships }: Pick<Invoiced, 'buyer' | 'memberships'>): string | null =>
  buyer?.invoiceEmail ?? memberships[0]?.user.email ?? null;

/** The name of the custom field on invoices. */
const PO_NUMBER = 'PO number';
/** The most custom fields of a customer (https://docs.stripe.com/api/customers/update). */
const MOST_FIELDS = 4;

/**
 * The job `billing.follow_email`: sends to Stripe where the invoices of an account go, and the PO number that is printed on
 * them. An address that a person entered at Stripe stays until another one is entered here. Other custom fields stay.
 */
export async function followEmail(ctx: Context, { userId: id }: { userId: string }): Promise<void> {
  const account = await ctx.db.account.findUnique({ where: { id }, select: invoiceFields });
  const customer = account?.stripeCustomerId && (await findExisting(ctx, account.stripeCustomerId));
  if (!account || !customer) return;
  const params = { ...addressChange(account, customer), ...poChange(account.buyer?.poNumber ?? null, customer) };
  if (Object.keys(params).length) await ctx.stripe().customers.update(customer.id, params, SOON);
}

function addressChange(account: Invoiced, customer: Stripe.Customer) {
  const email = invoiceAddressOf(account);
  const isEnteredHere = email === account.buyer?.invoiceEmail && customer.metadata[WRITTEN] !== email;
  if (!email || email === customer.email || (hasOwnAddress(customer) && !isEnteredHere)) return {};
  return { email, metadata: { [WRITTEN]: email } };
}

function poChange(po: string | null, { invoice_settings: settings }: Stripe.Customer): Stripe.CustomerUpdateParams {
  const fields = settings.custom_fields ?? [];
  if ((fields.find(({ name }) => name === PO_NUMBER)?.value ?? null) === po) return {};
  const others = fields.filter(({ name }) => name !== PO_NUMBER).slice(0, po ? MOST_FIELDS - 1 : MOST_FIELDS);
  const wanted = po ? [...others, { name: PO_NUMBER, value: po }] : others;
  return { invoice_settings: { custom_fields: wanted.length ? wanted : '' } };
}

/** The job `billing.close_checkouts`: expires the open checkouts of a deleted account, so that none can be paid. */
export async function closeCheckouts(ctx: Context, { customer }: { customer: string }): Promise<void> {
  const { sessions } = ctx.stripe().checkout;
  try {
    const open = await sessions.list({ customer, status: 'open', limit: 100 });
    for (const { id } of open.data) await sessions.expire(id);
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

/**
 * The job `billing.cancel`: cancels the subscription of a deleted account. Does nothing if the subscription has an
 * owner. Without one, it does not sync, because that would queue this job again.
 */
export async function cancelOrphan(ctx: Context, { subscription }: { subscription: string }): Promise<void> {
  const remote = await retrieveSubscription(ctx, subscription);
  if (!remote || isEndedStatus(remote.status)) return;
  const isOrphan = await transaction(ctx, async (tx) => (await findOwner(tx, remote)) === null);
  if (isOrphan) await ctx.stripe().subscriptions.cancel(subscription);
  else await readAndSync(ctx, subscription);
}

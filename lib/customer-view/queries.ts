import { ownedAccountOf } from '#lib/accounts/acting-for.ts';
import { transaction, type Admin, type Context, type Member } from '#lib/base/context.ts';
import { getStoredPlan } from '#lib/billing/change/plan.ts';
import { holdingsOf, type Holdings } from '#lib/billing/holdings.ts';
import { getOwnKey } from '#lib/fuzzy-keys/own-key.ts';
import { accountReads, dashboardReads, planReads, usageReads } from './owner-reads.ts';

/** The data of the user's dashboard, without invoices, and the period of the plan, whose charge only Stripe knows. */
export const getViewedDashboard = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => {
    const answers = await allOf(dashboardReads(as));
    const { key } = answers.userstatus.plan;
    return {
      answers: { ...answers, 'own-key': key === null ? undefined : await getOwnKey(as, key) },
      period: periodOf(await holdingsOf(as)),
    };
  });

/** The data of the user's page about usage, without the graphs, which the console has its own endpoint for. */
export const getViewedUsage = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, (as) => allOf(usageReads(as)));

/** The data of the user's page about the plan, as our database knows it. */
export const getViewedPlan = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => ({ ...(await allOf(planReads(as))), plan: await getStoredPlan(as) }));

/** The data of the setup guide. */
export const getViewedSetup = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => {
    const { userstatus, 'last-request': lastRequest } = dashboardReads(as);
    return allOf({ userstatus, 'last-request': lastRequest });
  });

/** The data of the user's account page. Tokens have names only. */
export const getViewedAccount = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => {
    const answers = await allOf(accountReads(as));
    const tokens = answers['usage-tokens'].usage_tokens.map((token) => ({ ...token, prefix: '' }));
    return { ...answers, 'usage-tokens': { usage_tokens: tokens } };
  });

type Reads = Readonly<Record<string, () => Promise<unknown>>>;

/** Reads one after the other, because a transaction has one connection. */
async function allOf<R extends Reads>(reads: R): Promise<{ [K in keyof R]: Awaited<ReturnType<R[K]>> }> {
  const answers: Record<string, unknown> = {};
  for (const [key, read] of Object.entries(reads)) answers[key] = await read();
  return answers as { [K in keyof R]: Awaited<ReturnType<R[K]>> };
}

/** An id that no session has, so that none of the user's sessions counts as the current one. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * Runs the user's own queries in a read-only transaction, where sending an email or calling Stripe throws. Exported for
 * its test.
 */
export async function readAsCustomer<T>(
  ctx: Context<Admin>,
  userId: string,
  read: (as: Context<Member>) => Promise<T>,
): Promise<T> {
  return transaction<Context, T>(ctx, async (tx) => {
    await tx.db.$executeRaw`SET TRANSACTION READ ONLY`;
    const account = { accountId: await ownedAccountOf(tx.db, userId), accountRole: 'owner' } as const;
    const actor: Member = { kind: 'user', userId, ...account, role: 'subscriber', sessionId: NO_SESSION };
    return read({ ...tx, actor, mail: refuse, stripe: refuse });
  });
}

function refuse(): never {
  throw new Error('a customer view sends no mail and asks no Stripe');
}

/** When the running period of the user's subscription ends, and whether the plan ends with it. */
function periodOf({ subscription, isLive }: Holdings): { ends_at: string; is_cancelled: boolean } | null {
  if (!isLive) return null;
  const end = subscription?.cancel_at ?? subscription?.current_period_end;
  return end ? { ends_at: new Date(end).toISOString(), is_cancelled: Boolean(subscription?.cancel_at) } : null;
}

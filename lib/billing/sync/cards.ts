import { mailAccount, whereReachable } from '#lib/accounts/recipients.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { DAY } from '#lib/base/time.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { expiresAt, expiryText, findCard, type Card } from '#lib/billing/stripe/card.ts';
import { retrieveSubscription } from '#lib/billing/stripe/stripe-subscription.ts';

/** How long before the next charge the email is sent, at the earliest. */
const AHEAD_MS = 30 * DAY;

/** The job `billing.cards`: mails owners whose card expires before the next charge, once per card. */
export async function warnOfExpiringCards(ctx: Context): Promise<{ warned: number }> {
  const charged = await ctx.db.subscription.findMany({
    where: {
      status: { in: [...LIVE_STATUSES] },
      cancelAt: null,
      currentPeriodEnd: { gt: ctx.now, lte: new Date(ctx.now.getTime() + AHEAD_MS) },
      account: { stripeCustomerId: { not: null }, memberships: { some: whereReachable('pay') } },
    },
    select: { id: true, stripeSubscriptionId: true, currentPeriodEnd: true },
  });
  let warned = 0;
  for (const { id, stripeSubscriptionId, currentPeriodEnd } of charged) {
    try {
      const remote = await retrieveSubscription(ctx, stripeSubscriptionId);
      const card = remote && (await findCard(ctx, remote));
      if (card && currentPeriodEnd && expiresAt(card) <= currentPeriodEnd && (await warn(ctx, id, card))) warned += 1;
    } catch (error) {
      // the next day's run tries again
      log().error({ err: error, subscription: stripeSubscriptionId }, 'card expiry check failed');
    }
  }
  return { warned };
}

async function warn(ctx: Context, id: string, card: Card): Promise<boolean> {
  const expires = expiryText(card);
  const cardNotice = `${card.id} ${expires}`;
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db.subscription.updateManyAndReturn({
      where: { id, OR: [{ cardNotice: null }, { cardNotice: { not: cardNotice } }] },
      data: { cardNotice },
      select: { plan: true, productName: true, accountId: true },
    });
    if (!row) return false;
    const sent = await mailAccount(tx, { accountId: row.accountId, permission: 'pay' }, 'card_expiring', {
      ...boughtOf(row),
      last4: card.last4,
      expires,
      url: absoluteUrl(withQuery(paths.billing, { flow: 'card' })),
      supportMail: contacts().supportMail,
    });
    return sent > 0;
  });
}

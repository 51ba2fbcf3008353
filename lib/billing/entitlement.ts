import type { Db } from '#lib/base/db/db.ts';
import { findHoldings } from './holdings.ts';

/** The plan that an account has paid for, or was given by an admin. */
export type Entitlement = {
  /** name in the catalogue; `manual` for a key given by an admin; null for a price outside the catalogue */
  plan: string | null;
  /** Stripe's status of the subscription */
  status: string;
  /** when it ends or is charged again; null if it has no end */
  until: Date | null;
};

/**
 * What an account's plan entitles to; null for an account without one. While the first payment of a subscription is pending,
 * only a key given by an admin counts.
 */
export async function findEntitlement(db: Db, accountId: string): Promise<Entitlement | null> {
  const held = await findHoldings(db, accountId);
  if (held?.isLive && held.subscription && !held.subscription.awaits_payment) {
    const { plan, status, cancel_at: cancelAt, current_period_end: periodEnd } = held.subscription;
    const until = cancelAt ?? periodEnd;
    return { plan, status, until: until === null ? null : new Date(until) };
  }
  return held?.key ? { plan: 'manual', status: 'active', until: null } : null;
}

import { Prisma, type Db } from '#lib/db.ts';
import { IS_USABLE } from '#lib/fuzzy-keys/usable-key.ts';
import { readPrepared } from '#lib/prepared.ts';
import { LIVE_STATUSES } from './plan.ts';

/** The plan that a user has paid for, or was given by an admin. */
export type Entitlement = {
  /** name in the catalogue; `manual` for a key given by an admin; null for a price outside the catalogue */
  plan: string | null;
  /** Stripe's status of the subscription */
  status: string;
  /** when it ends or is charged again; null if it has no end */
  until: Date | null;
};

/**
 * A user's newest live subscription, else the manual key; null without either, and while the first payment is pending.
 * Reads with `db` outside a transaction by a prepared statement.
 */
export async function findEntitlement(db: Db, userId: string): Promise<Entitlement | null> {
  const [row] = await readPrepared<Entitlement>(db, selectOf(userId));
  return row ?? null;
}

const selectOf = (userId: string) => Prisma.sql`
  (SELECT s.plan, s.status, coalesce(s.cancel_at, s.current_period_end) AS "until", 0 AS place
     FROM subscriptions s
    WHERE s.user_id = ${userId}::uuid AND s.status = ANY(${LIVE_STATUSES}::text[]) AND NOT s.awaits_payment
    ORDER BY s.started_at DESC LIMIT 1)
  UNION ALL
  (SELECT 'manual', 'active', NULL, 1
     FROM fuzzy_keys k JOIN users u ON u.id = k.user_id
    WHERE k.user_id = ${userId}::uuid AND k.subscription_id IS NULL AND ${IS_USABLE} LIMIT 1)
  ORDER BY place LIMIT 1`;

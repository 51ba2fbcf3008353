import { whereReachable } from '#lib/accounts/recipients.ts';
import type { Context, System } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { whereUsable } from '#lib/fuzzy-keys/usable-key.ts';
import { isAlertOn, type AlertKind, type LimitAlertKind } from '#lib/usage/alert-kinds.ts';
import type { Silence } from './silence.ts';

const alertedKeyFields = {
  id: true,
  publicKey: true,
  accountId: true,
  account: { select: { dailyLimit: true, switchedAlerts: true } },
  rate: true,
  quantity: true,
  subscription: { select: { plan: true, interval: true, productName: true, status: true, quantity: true } },
} satisfies Prisma.FuzzyKeySelect;

/** A key whose owner can be mailed. */
export type AlertedKey = Prisma.FuzzyKeyGetPayload<{ select: typeof alertedKeyFields }>;

/** The usable keys among these whose owners can be mailed. */
export const findAlertedKeys = (ctx: Context<System>, ids: number[]): Promise<AlertedKey[]> =>
  ctx.db.fuzzyKey.findMany({
    where: {
      ...whereUsable,
      id: { in: ids },
      account: { ...whereUsable.account, memberships: { some: whereReachable('operate') } },
    },
    orderBy: { id: 'asc' },
    select: alertedKeyFields,
  });

/** An email that is due, unless it was sent after `since`: the start of the day, or the key's last request. */
export type DueAlert =
  | { key: AlertedKey; since: Date; kind: LimitAlertKind; used: number; limit: number }
  | Silence<AlertedKey>;

/** Whether the owner has switched off emails of this kind. */
export const isMuted = (key: AlertedKey, kind: AlertKind): boolean =>
  !key.account || !isAlertOn(kind, key.account.switchedAlerts);

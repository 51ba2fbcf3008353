import { mailAccount } from '#lib/accounts/recipients.ts';
import { transaction, type Context, type System } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { customerTime, shorten, withQuantity } from '#lib/base/text/format.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { boughtOf } from '#lib/billing/bought.ts';
import { fittingChange, offerText, pathOfChange, type Bought } from '#lib/billing/fitting-plan.ts';
import { usageLimitOfKey } from '#lib/billing/limit.ts';
import { LIMIT_ALERTS } from '#lib/usage/alert-kinds.ts';
import { floorTo, recentWindow } from '#lib/usage/buckets.ts';
import { findChains, type Chains } from '#lib/usage/chains.ts';
import { toBuckets } from '#lib/usage/graphs/graph.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import { sumUsage } from '#lib/usage/sums.ts';
import { eachBatchOfUsedKeys } from '#lib/usage/used-keys.ts';
import { findAlertedKeys, isMuted, type AlertedKey, type DueAlert } from './alert-keys.ts';
import { findSilentKeys, FORGOTTEN_MS } from './silence.ts';

const SHOWN_KEY_LENGTH = 12;
/**
 * Only keys used within this time can be near their limit or silent. One day more than a silence, because daily rows
 * start at midnight.
 */
const SEEN_MS = FORGOTTEN_MS + DAY;

/**
 * Mails the owners of keys that are near or at their daily limit, or fell silent: once per key, kind and UTC day, and
 * once per silence (docs/decisions/0011-usage-alerts.md). Returns the number of queued emails. Safe to run twice, even
 * simultaneously.
 */
export async function sendUsageAlerts(ctx: Context<System>): Promise<number> {
  let count = 0;
  for await (const ids of eachBatchOfUsedKeys(ctx, new Date(ctx.now.getTime() - SEEN_MS))) {
    const keys = await findAlertedKeys(ctx, ids);
    const chains = await findChains(
      ctx.db,
      keys.map(({ id }) => id),
    );
    const due = [...(await findKeysAtLimit(ctx, keys, chains)), ...(await findSilentKeys(ctx, keys, chains))];
    for (const alert of due) if (!isMuted(alert.key, alert.kind) && (await sendAlert(ctx, alert, chains))) count++;
  }
  return count;
}

async function findKeysAtLimit(ctx: Context<System>, keys: readonly AlertedKey[], chains: Chains): Promise<DueAlert[]> {
  const lastDay = recentWindow(ctx.now, DAY);
  const sums = Map.groupBy(await sumUsage(ctx.db, [...chains.values()].flat(), lastDay), ({ keyId }) => keyId);
  return keys.flatMap((key): DueAlert[] => {
    const { daily: limit } = usageLimitOfKey(key);
    const [bucket] = toBuckets(
      (chains.get(key.id) ?? []).flatMap((id) => sums.get(id) ?? []),
      1,
    );
    const used = bucket ? requestsOf(bucket) : 0;
    const highest = limit ? LIMIT_ALERTS.find(({ percent }) => used * 100 >= limit * percent) : undefined;
    return limit && highest ? [{ key, kind: highest.kind, used, limit, since: floorTo(ctx.now, DAY) }] : [];
  });
}

/** Stores the alert and queues its email in one transaction. Returns false if it was already sent. */
async function sendAlert(ctx: Context<System>, alert: DueAlert, chains: Chains): Promise<boolean> {
  const { key, kind, since } = alert;
  return transaction(ctx, async (tx) => {
    // On a day with an email about a higher percentage, none follows about a lower one.
    const rank = LIMIT_ALERTS.findIndex((alert) => alert.kind === kind);
    const kinds = rank < 0 ? [kind] : LIMIT_ALERTS.slice(0, rank + 1).map((alert) => alert.kind);
    const where = { keyId: { in: [...(chains.get(key.id) ?? [])] }, kind: { in: kinds }, sentAt: { gte: since } };
    if (await tx.db.usageAlert.count({ where })) return false;
    const inserted = await tx.db.$executeRaw`
      INSERT INTO usage_alerts (key_id, kind, day, sent_at)
      VALUES (${key.id}, ${kind}, ${floorTo(ctx.now, DAY)}::timestamptz AT TIME ZONE 'UTC', ${ctx.now}) ON CONFLICT DO NOTHING`;
    if (inserted === 0 || !key.accountId) return false;
    await mailAlert(tx, key.accountId, alert);
    return true;
  });
}

async function mailAlert(tx: Context<System>, accountId: string, alert: DueAlert): Promise<void> {
  const to = { accountId, permission: 'operate' } as const;
  const key = shorten(alert.key.publicKey, SHOWN_KEY_LENGTH);
  if (alert.kind === 'silent') {
    const lastRequest = customerTime(alert.lastUsedAt);
    const hours = Math.floor((tx.now.getTime() - alert.lastUsedAt.getTime()) / HOUR);
    await mailAccount(tx, to, 'key_silent', { key, lastRequest, hours, setupUrl: absoluteUrl(paths.setup) });
  } else {
    const { used, limit } = alert;
    const { subscription } = alert.key;
    const { start } = recentWindow(tx.now, DAY);
    await mailAccount(tx, to, 'usage_limit', {
      ...{ key, used, limit, isReached: used >= limit },
      plan: subscription && withQuantity(boughtOf(subscription).plan, subscription.quantity),
      until: new Date(Math.min(start.getTime() + DAY, tx.now.getTime())).toISOString(), // the last bucket still runs
      dashboardUrl: absoluteUrl(paths.usage),
      ...raiseOf(alert.key, used),
      supportMail: contacts().supportMail,
    });
  }
}

/** How the customer raises a limit that a plan sets: with the change that fits, if one does. */
function raiseOf(key: AlertedKey, used: number) {
  const { subscription } = key;
  if (usageLimitOfKey(key).source !== 'plan' || !subscription) return { raiseUrl: null, offer: null };
  // The limit is its plan's, so the plan is one of the catalogue.
  const change = fittingChange(subscription as Bought, used);
  return change
    ? { raiseUrl: absoluteUrl(pathOfChange(change)), offer: offerText(change) }
    : { raiseUrl: absoluteUrl(paths.plan()), offer: null };
}

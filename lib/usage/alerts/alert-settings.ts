import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { ALERT_KINDS, alertKind, alertSettings } from '#lib/usage/alert-kinds.ts';
import type { UsageAlertChanges, UsageAlertSettings } from '#lib/usage/schema.ts';

/** Which emails about usage the caller's account wants. */
export async function getUsageAlertSettings(ctx: Context<Member>): Promise<UsageAlertSettings> {
  const { switchedAlerts } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.actor.accountId },
    select: { switchedAlerts: true },
  });
  return alertSettings(switchedAlerts);
}

/** Switches emails about usage on and off. Writes no audit row if nothing changes. */
export async function updateUsageAlertSettings(
  ctx: Context<Member>,
  changes: UsageAlertChanges,
): Promise<UsageAlertSettings> {
  return transaction(ctx, async (tx) => {
    const id = tx.actor.accountId;
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    await tx.db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await getUsageAlertSettings(tx);
    const after = { ...before };
    for (const kind of ALERT_KINDS) after[kind] = changes[kind] ?? before[kind];
    if (ALERT_KINDS.every((kind) => before[kind] === after[kind])) return before;
    const switchedAlerts = ALERT_KINDS.filter((kind) => after[kind] !== alertKind(kind).isDefault);
    await changeAccounts(tx, { id }, { switchedAlerts });
    await recordAudit(tx, 'user.usage_alerts_changed', id, { before, after });
    return after;
  });
}

import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { ALERT_KINDS, type UsageAlertSettings } from './schema.ts';

/** Which emails about usage the caller wants. */
export async function getUsageAlertSettings(ctx: Context<Member>): Promise<UsageAlertSettings> {
  const { mutedAlerts } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.userId },
    select: { mutedAlerts: true },
  });
  return toSettings(mutedAlerts);
}

/** Switches emails about usage on and off. Writes no audit row if nothing changes. */
export async function updateUsageAlertSettings(
  ctx: Context<Member>,
  settings: UsageAlertSettings,
): Promise<UsageAlertSettings> {
  return transaction(ctx, async (tx) => {
    const id = tx.actor.userId;
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await getUsageAlertSettings(tx);
    if (ALERT_KINDS.every((kind) => before[kind] === settings[kind])) return before;
    const mutedAlerts = ALERT_KINDS.filter((kind) => !settings[kind]);
    await tx.db.user.update({ where: { id }, data: { mutedAlerts } });
    await recordAudit(tx, 'user.usage_alerts_changed', id, { before, after: settings });
    return settings;
  });
}

const toSettings = (muted: readonly string[]): UsageAlertSettings => ({
  limit_80: !muted.includes('limit_80'),
  limit_100: !muted.includes('limit_100'),
  silent: !muted.includes('silent'),
  new_source: !muted.includes('new_source'),
  silent_source: !muted.includes('silent_source'),
});

import { expect, test } from 'vitest';
import { subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { ALERT_KINDS, alertKind, alertSettings } from '#lib/usage/alert-kinds.ts';
import { getUsageAlertSettings, updateUsageAlertSettings } from './alert-settings.ts';

test("changes only the caller's usage email settings, and records the previous ones in the audit log", () =>
  inRollback(async (db) => {
    const [user, other] = [await createUserRow(db), await createUserRow(db)];
    const ctx = subscriberContext(db, user);
    const all = alertSettings([]);
    expect(await getUsageAlertSettings(ctx)).toEqual(all);
    await updateUsageAlertSettings(ctx, { limit_80: false, silent: false });
    await updateUsageAlertSettings(ctx, { silent: false });
    expect(await getUsageAlertSettings(ctx)).toEqual({ ...all, limit_80: false, silent: false });
    expect(await getUsageAlertSettings(subscriberContext(db, other))).toEqual(all);
    const auditLog = await db.auditEvent.findMany({ where: { targetId: user.id } });
    expect(auditLog).toMatchObject([{ action: 'user.usage_alerts_changed', data: { before: all } }]);
  }));

test('switches a kind back to its default, and keeps no trace of it', () =>
  inRollback(async (db) => {
    const { id } = await createUserRow(db);
    const ctx = subscriberContext(db, { id });
    for (const kind of ALERT_KINDS) {
      const { isDefault } = alertKind(kind);
      expect(await updateUsageAlertSettings(ctx, { [kind]: !isDefault })).toEqual({
        ...alertSettings([]),
        [kind]: !isDefault,
      });
      await updateUsageAlertSettings(ctx, { [kind]: isDefault });
    }
    expect(await db.account.findUniqueOrThrow({ where: { id } })).toMatchObject({ switchedAlerts: [] });
  }));

import { route } from '#lib/http/route.ts';
import { getUsageAlertSettings, updateUsageAlertSettings } from '#lib/usage/alert-settings.ts';
import { UsageAlertSettings } from '#lib/usage/schema.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getUsageAlertSettings(ctx));
export const PUT = route({ access: 'user', body: UsageAlertSettings }, ({ ctx, body }) =>
  updateUsageAlertSettings(ctx, body),
);

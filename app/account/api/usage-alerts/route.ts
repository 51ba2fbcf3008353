import { route } from '#lib/routes/route.ts';
import { getUsageAlertSettings, updateUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { UsageAlertChanges, UsageAlertSettings } from '#lib/usage/schema.ts';

export const GET = route(
  { access: 'user', summary: 'Show which usage alerts you get', answer: UsageAlertSettings },
  ({ ctx }) => getUsageAlertSettings(ctx),
);
export const PUT = route(
  {
    access: 'user',
    summary: 'Choose which usage alerts you get',
    body: UsageAlertChanges,
    answer: UsageAlertSettings,
  },
  ({ ctx, body }) => updateUsageAlertSettings(ctx, body),
);

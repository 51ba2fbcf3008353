import { restoredKeyNotice } from '#lib/billing/plan.ts';
import { restoreFuzzyKey } from '#lib/fuzzy-keys/console/admin.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { RestoredKeyView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  {
    access: 'admin',
    summary: 'Restore a deleted key',
    body: NamedKeyInput,
    answer: RestoredKeyView,
    refuses: ['reauthentication_required', 'not_found', 'conflict'],
  },
  async ({ ctx, body }) => {
    const { fuzzy_key } = await restoreFuzzyKey(ctx, body);
    return { fuzzy_key, notice: restoredKeyNotice(fuzzy_key.subscription_status) };
  },
);

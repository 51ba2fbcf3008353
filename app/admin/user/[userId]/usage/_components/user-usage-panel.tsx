'use client';

import { useQuery } from '@tanstack/react-query';
import type { UsageLimit } from '#components/usage/limit-text.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { useUsageView } from '#components/usage/use-usage-view.ts';
import { asAdmin } from '#lib/http/as-admin.ts';
import { callApi } from '#lib/http/api-client.ts';

/** A user's usage as an admin sees it, with the limit in emails first. */
export function UserUsagePanel({ userId, limit }: { userId: string; limit: UsageLimit }) {
  const [{ period }] = useUsageView();
  const query = useQuery({
    queryKey: ['admin', 'user-usage', userId, period],
    queryFn: () => asAdmin(callApi('GET /admin/api/user/{id}/usage/{period}', { params: { id: userId, period } })),
  });
  return (
    <UsagePanel
      title="Usage statistics"
      query={query}
      limit={limit}
      firstUnit="emails"
      failureText="Failed to load usage data. This might be because there's no usage data yet for this user."
    />
  );
}

'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asAdmin } from '#lib/http/as-admin.ts';
import { callApi } from '#lib/http/api-client.ts';
import { filterQuery, type AuditView } from './audit-view.ts';
import { AUDIT } from './texts.ts';

/** Shows the last page until the next one arrives. */
export function useAudit(view: AuditView) {
  const query = filterQuery(view);
  const cursor = view.after.at(-1);
  if (cursor) query.set('cursor', cursor);
  return useQuery({
    queryKey: [...AUDIT, String(query)],
    queryFn: () => asAdmin(callApi('GET /admin/api/audit', { query })),
    placeholderData: keepPreviousData,
  });
}

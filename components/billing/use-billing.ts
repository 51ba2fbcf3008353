'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { callApi } from '#lib/http/api-client.ts';

/** `GET account/api/billing`. */
export const useBilling = () => useQuery({ queryKey: ['billing'], queryFn: () => callApi('GET /account/api/billing') });

/** `GET account/api/billing/preview`; null asks nothing. The last answer stays while the next one is on its way. */
export const usePlanChangePreview = (change: PlanChangeQuery | null) =>
  useQuery({
    queryKey: ['billing', 'preview', change],
    queryFn: () => callApi('GET /account/api/billing/preview', { query: toQuery(change) }),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A change of plan as a query. */
export const toQuery = (change: PlanChangeQuery | null): Record<string, string> =>
  change ? { plan: change.plan, interval: change.interval, quantity: String(change.quantity) } : {};

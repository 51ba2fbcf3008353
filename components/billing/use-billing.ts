'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { BillingView, PlanChangePreview } from '#lib/billing/views.ts';
import { apiGet } from '#lib/http/api-client.ts';
import { withQuery } from '#lib/paths.ts';

export const useBilling = () =>
  useQuery({ queryKey: ['billing'], queryFn: () => apiGet<BillingView>('/account/api/billing') });

/** Null sends no request. Shows the last preview until the next one arrives. */
export const usePlanChangePreview = (change: PlanChangeQuery | null) =>
  useQuery({
    queryKey: ['billing', 'preview', change],
    queryFn: () => apiGet<PlanChangePreview>(previewPath(change)),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });

const previewPath = (change: PlanChangeQuery | null) => withQuery('/account/api/billing/preview', toQuery(change));

/** A change of plan as query parameters. */
export const toQuery = (change: PlanChangeQuery | null): Record<string, string> =>
  change ? { plan: change.plan, interval: change.interval, quantity: String(change.quantity) } : {};

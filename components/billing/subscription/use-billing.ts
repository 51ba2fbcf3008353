'use client';

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { BillingView } from '#lib/billing/views.ts';

/** The subscription in the response of `GET /account/api/billing`. */
export type BilledSubscription = NonNullable<BillingView['subscription']>;

export const useBilling = () => useQuery({ queryKey: ['billing'], queryFn: () => callApi('GET /account/api/billing') });

/** All previews. They are not reloaded with the plan, because Stripe refuses that of the present plan. */
export const PREVIEWS = ['plan-preview'];
export const previewKey = (change: PlanChangeQuery | null) => [...PREVIEWS, change];

/** Null sends no request. Shows the previous preview until the new one arrives. */
export const usePlanChangePreview = (change: PlanChangeQuery | null) =>
  useQuery({
    queryKey: previewKey(change),
    queryFn: change ? () => callApi('GET /account/api/billing/preview', { query: toQuery(change) }) : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The query parameters for a change of plan. */
const toQuery = ({ plan, interval, quantity }: PlanChangeQuery): Record<string, string> => ({
  plan,
  interval,
  quantity: String(quantity),
});

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PREVIEWS } from '#components/billing/subscription/use-billing.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { PlanView } from '#lib/billing/views.ts';

const PLAN = ['plan'];

/** The plan as Stripe knows it. */
export const usePlan = () =>
  useQuery({ queryKey: PLAN, queryFn: () => orLogin(callApi('GET /account/api/billing/plan')) });

/** Shows a plan that an endpoint answered, and reloads what depends on it. */
export function useShowPlan(): (plan: PlanView) => void {
  const client = useQueryClient();
  return (plan) => {
    client.setQueryData(PLAN, plan);
    client.removeQueries({ queryKey: PREVIEWS, type: 'inactive' });
    for (const key of ['billing', 'userstatus', 'standing']) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** An action on the plan. `said` gets the line that says what holds now, or null if the plan itself says it. */
export function usePlanAction<I, Text extends string | null>(
  call: (input: I) => Promise<PlanView>,
  textOf: (plan: PlanView) => Text,
  said: (text: Text) => void,
) {
  const show = useShowPlan();
  return useMutation({
    mutationFn: (input: I) => orLogin(call(input)),
    onSuccess: (plan) => {
      show(plan);
      said(textOf(plan));
    },
  });
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { AGGREGATE, EMPTY_GRAPH, valuesOf } from '#components/usage/graph/graph.ts';
import { loadOwnUsage } from '#components/usage/own-usage.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { PLANS, type PlanName } from '#lib/billing/plan.ts';
import { countOf } from '#lib/format.ts';
import type { UsageGraph } from '#lib/usage/views.ts';

type Chosen = { plan: PlanName; quantity: number };

/** How the last 30 days of the subscriber's traffic would have fared under a plan. */
export function Traffic({ chosen }: { chosen: Chosen }) {
  const shown = { period: '720h', from: '', to: '' } as const;
  const { data, error } = useQuery({ queryKey: ['own-days'], queryFn: () => loadOwnUsage(shown, false) });
  if (error) return null;
  if (!data) return <Skeleton className="h-5 w-full max-w-80" />;
  return <p className="text-small">{trafficText(data[AGGREGATE] ?? EMPTY_GRAPH, chosen)}</p>;
}

/** `With Starter, 3 of your last 30 days would have been over the limit.` */
export function trafficText(graph: UsageGraph, { plan, quantity }: Chosen): string {
  const days = requestsByDay(graph);
  if (days.length === 0) return 'You have no traffic of the last 30 days to compare.';
  const over = days.filter((requests) => requests > PLANS[plan].dailyRequests * quantity).length;
  const seen = `your last ${countOf(days.length, 'day')} with traffic`;
  return over === 0 ? `It covers each of ${seen}.` : `It is too small for ${over} of ${seen}.`;
}

/** Checked and refused requests of each day that was reported. */
function requestsByDay(graph: UsageGraph): number[] {
  const errors = valuesOf(graph, 'errors');
  return valuesOf(graph, 'checked').flatMap((checked, day) => {
    const refused = errors[day] ?? null;
    return checked === null && refused === null ? [] : [(checked ?? 0) + (refused ?? 0)];
  });
}

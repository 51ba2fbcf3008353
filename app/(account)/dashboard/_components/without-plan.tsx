'use client';

import type { ReactNode } from 'react';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { isHeldStatus } from '#lib/billing/plan.ts';

/** Shows its children to users without a plan, except for admins and for those who still owe the price of one. */
export function WithoutPlan({ children }: { children: ReactNode }) {
  const { data: status } = useUserStatus();
  if (!status || status.has_subscription || status.is_admin) return null;
  return status.plan.status !== null && isHeldStatus(status.plan.status) ? null : children;
}

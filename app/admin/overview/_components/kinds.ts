import type { MovementKind } from '#lib/billing/schema.ts';

export const KIND_LABELS: Record<MovementKind, string> = {
  new: 'New',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn: 'Churn',
  reactivation: 'Reactivation',
};

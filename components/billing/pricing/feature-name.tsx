import { TooltipText, TooltipTrigger } from '#components/ui/overlays/tooltip.tsx';
import type { PlanFeature } from '#lib/marketing/plans.ts';
import { SlaLink } from './sla-link.tsx';

const SLA = 'SLA';
const idOf = (row: number) => `feature-${row}`;

/** A feature's name, which opens its explanation. Table and cards share the explanations. */
export function FeatureName({ row, name }: { row: number; name: string }) {
  return (
    <>
      <TooltipTrigger of={idOf(row)}>{name}</TooltipTrigger>
      {name === SLA && <SlaLink />}
    </>
  );
}

/** The explanations, rendered once per page. */
export const FeatureExplanations = ({ features }: { features: readonly PlanFeature[] }) =>
  features.map(({ name, tooltip }, row) => (
    <TooltipText key={name} id={idOf(row)}>
      {tooltip}
    </TooltipText>
  ));

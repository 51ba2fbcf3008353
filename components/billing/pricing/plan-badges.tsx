import { Badge } from '#components/ui/states/badge.tsx';

/** The badges of a plan. CSS shows `Fits` when the calculator suggests the plan (globals.css). */
export function PlanBadges({ featured, className }: { featured: boolean; className?: string | undefined }) {
  return (
    <span className={className}>
      {featured && <Badge>Most Popular</Badge>}
      <span className="plan-fits">
        <Badge tone="good">Fits</Badge>
      </span>
    </span>
  );
}

import { Badge } from '#components/ui/badge.tsx';

/** What is to be said of a plan at first sight. `Fits` shows when the calculator names the plan (globals.css). */
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

import { Alert } from '#components/ui/states/alert.tsx';
import { estimate, isTooSmall, suggestPlan } from '#lib/marketing/suggest-plan.ts';
import { formatCount, TIERS } from '#lib/marketing/tiers.ts';

type TooSmallProps = {
  planName: string;
  /** the text in the calculator's field for emails a day */
  typed: string;
};

/** Says that the chosen plan is smaller than the number in the calculator, and names the plan that fits. */
export function TooSmall({ planName, typed }: TooSmallProps) {
  const { emailsPerDay: emails } = estimate({ field: 'emails', text: typed });
  if (emails === null || !isTooSmall(planName, emails)) return null;
  const covered = formatCount(TIERS[planName as keyof typeof TIERS].emails);
  return (
    <div className="mb-5">
      <Alert
        tone="warning"
        text={`You entered ${formatCount(emails)} emails a day. ${planName} covers ${covered}; ${fitText(emails)}.`}
      />
    </div>
  );
}

function fitText(emails: number): string {
  const fitting = suggestPlan(emails);
  if (fitting.plan === 'Enterprise') return 'Enterprise fits';
  return fitting.quantity > 1 ? `${fitting.plan} × ${fitting.quantity} fits` : `${fitting.plan} fits`;
}

import { buttonClass } from '#components/ui/actions/button.tsx';
import type { Plan } from '#lib/marketing/plans.ts';
import { SalesLink } from './sales-link.tsx';

/** Plain links to /buy. With JavaScript, the purchase dialog opens first. */
export function BuyLinks({ plan }: { plan: Plan }) {
  if (!plan.buyUrl) return <SalesLink />;
  return (
    <>
      <BuyLink plan={plan} href={plan.buyUrl.monthly} period="when-monthly" />
      <BuyLink plan={plan} href={plan.buyUrl.yearly} period="when-yearly" />
    </>
  );
}

function BuyLink({ plan, href, period }: { plan: Plan; href: string; period: string }) {
  return (
    <a
      href={href}
      rel="nofollow"
      data-dialog="purchase"
      data-plan={plan.name}
      className={buttonClass({ variant: plan.featured ? 'primary' : 'secondary' }, 'w-full', period)}
    >
      Buy {plan.name}
    </a>
  );
}

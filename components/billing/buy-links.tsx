import { buttonClass } from '#components/ui/button.tsx';
import { contactSalesUrl, type Plan } from '#lib/marketing/plans.ts';

/** The way to a plan. Plain links to the shop's buy page; script opens the purchase dialog first (spec §4). */
export function BuyLinks({ plan }: { plan: Plan }) {
  if (!plan.buyUrl)
    return (
      <a href={contactSalesUrl} className={buttonClass({ variant: 'secondary' }, 'w-full')}>
        Contact Sales
      </a>
    );
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

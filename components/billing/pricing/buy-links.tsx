import { buttonClass } from '#components/ui/actions/button.tsx';
import type { Plan } from '#lib/marketing/plans.ts';
import { SalesLink } from './sales-link.tsx';

/**
 * Plain links to /buy. With JavaScript, the purchase dialog opens first. CSS (globals.css) shows other labels to a
 * subscriber, and makes the fitting plan's link the primary one.
 */
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
      <span className="for-visitor">Buy {plan.name}</span>
      <span className="for-subscriber" style={UNTIL_KNOWN}>
        Switch to {plan.name}
      </span>
      <span className="for-owner" style={UNTIL_KNOWN}>
        Current plan
      </span>
    </a>
  );
}

/** The HTML is the same for every visitor. The script that loads the user's plan shows the link (auth-state.ts). */
const UNTIL_KNOWN = { display: 'none' };

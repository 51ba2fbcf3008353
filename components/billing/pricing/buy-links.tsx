import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import type { Plan } from '#lib/marketing/plans.ts';
import { SalesLink } from './sales-link.tsx';

/**
 * Plain links to /buy. With JavaScript, the purchase dialog opens first. CSS (globals.css) shows other labels to a
 * subscriber, who cannot buy their own plan again, and makes the fitting plan's link the primary one.
 */
export function BuyLinks({ plan }: { plan: Plan }) {
  if (!plan.buyUrl) return <SalesLink />;
  return (
    <span data-owned={plan.name} className="contents">
      <BuyLink plan={plan} href={plan.buyUrl.monthly} period="when-monthly" />
      <BuyLink plan={plan} href={plan.buyUrl.yearly} period="when-yearly" />
      <a href={paths.plan()} className={buttonClass({ variant: 'secondary' }, 'for-owner w-full')} style={UNTIL_KNOWN}>
        Current plan
      </a>
    </span>
  );
}

function BuyLink({ plan, href, period }: { plan: Plan; href: string; period: string }) {
  return (
    <a
      href={href}
      rel="nofollow"
      data-dialog="purchase"
      data-plan={plan.name}
      className={buttonClass({ variant: plan.featured ? 'primary' : 'secondary' }, 'for-others w-full', period)}
    >
      <span className="for-visitor">{`Buy ${plan.name}`}</span>
      <span className="for-subscriber" style={UNTIL_KNOWN}>
        {`Switch to ${plan.name}`}
      </span>
    </a>
  );
}

/** The HTML is the same for every visitor. The script that loads the user's plan shows the link (auth-state.ts). */
const UNTIL_KNOWN = { display: 'none' };

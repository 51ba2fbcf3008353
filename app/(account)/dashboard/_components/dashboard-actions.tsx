import { LogoutLink } from '#components/layout/header/logout-link.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { ChangePasswordButton } from '#components/users/change-password-button.tsx';
import { isHeldStatus } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { paths } from '#lib/paths.ts';
import { site } from '#lib/site.ts';

const secondary = buttonClass({ variant: 'secondary' });

export function DashboardActions({ status }: { status: UserStatusView }) {
  const owes = status.plan.status !== null && isHeldStatus(status.plan.status);
  return (
    <nav aria-label="Account" className="flex flex-wrap gap-2">
      {!status.has_subscription && !owes && (
        <a href={paths.pricing} className={status.is_admin ? secondary : buttonClass()}>
          Upgrade to Premium
        </a>
      )}
      {(status.has_subscription || owes) && (
        <a href={paths.billing} className={secondary}>
          Manage Billing
        </a>
      )}
      <a href={paths.setup} className={secondary}>
        Setup Guide
      </a>
      <a href={site.links.documentation} className={secondary}>
        Documentation
      </a>
      {status.is_admin && (
        <a href="/admin" className={secondary}>
          Admin Panel
        </a>
      )}
      <a href={paths.account} className={secondary}>
        Account
      </a>
      <ChangePasswordButton />
      <LogoutLink className={buttonClass({ variant: 'quiet' })} />
    </nav>
  );
}

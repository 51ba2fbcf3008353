'use client';

import { useEffect, useState } from 'react';
import { type PlanPeriod, PlanOutlook } from '#components/billing/subscription/plan-outlook.tsx';
import { quantityText } from '#components/billing/subscription/quantity-text.ts';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { QuickSetup } from '#components/fuzzy-keys/quick-setup.tsx';
import { SupportLink } from '#components/layout/footer/support-link.tsx';
import { LogoutLink } from '#components/layout/header/logout-link.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Checklist } from '#components/standing/checklist.tsx';
import { StatusStrip } from '#components/standing/status-strip.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { LastRequest, useLastRequest } from '#components/usage/last-request.tsx';
import { ChangePasswordButton } from '#components/users/change-password-button.tsx';
import { may } from '#lib/accounts/roles.ts';
import { whereErrorLeads } from '#lib/api-client/as-admin.ts';
import { paths } from '#lib/base/paths.ts';
import { site } from '#lib/base/settings/site.ts';
import { isHeldStatus, planTitle } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { UsageAtAGlance } from '../usage/usage.tsx';
import { useMay, useMembership } from '../membership.ts';
import { ROLE_NAMES } from '../settings/members/role-names.ts';
import { ApiKey } from './api-key.tsx';
import { ServersLine } from './servers-line.tsx';

/** The account at a glance, from `GET /userstatus`. A read-only view gives the `period`, and asks Stripe nothing. */
export function Dashboard({ period }: { period?: PlanPeriod | null }) {
  const query = useUserStatus();
  const elsewhere = query.error ? whereErrorLeads(query.error) : null;
  useEffect(() => {
    if (elsewhere) window.location.assign(elsewhere);
  }, [elsewhere]);

  if (elsewhere) return <DashboardSkeleton />;
  return (
    <QueryResult
      query={query}
      skeleton={<DashboardSkeleton />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {(status) => <Loaded status={status} period={period} />}
    </QueryResult>
  );
}

/**
 * Until the first request, the setup comes before the usage, which is still empty. It stays when the request arrives,
 * so that the light turns green where the user looks for it.
 */
function Loaded({ status, period }: StatusCardsProps) {
  const { key, forbidden_flags: forbiddenFlags } = status.plan;
  const { data: last } = useLastRequest();
  const hasNoRequest = key !== null && last?.at === null;
  const [wasNew, setWasNew] = useState(hasNoRequest);
  if (hasNoRequest && !wasNew) setWasNew(true);
  const isNew = key !== null && wasNew;
  return (
    <>
      {status.plan.status !== null && <StatusStrip status={status.plan.status} endsAt={status.plan.ends_at} />}
      <StatusCards status={status} period={period} />
      <Acts>
        <DashboardActions status={status} />
      </Acts>
      {isNew && <Checklist publicKey={key} forbiddenFlags={forbiddenFlags} />}
      {status.has_subscription && (
        <Acts>
          <UsageAtAGlance dailyLimit={status.usage_limit.daily} />
        </Acts>
      )}
      {key !== null && !isNew && <ServersLine />}
      {key !== null && !isNew && (
        <div className="[--code-lines:6]">
          <QuickSetup publicKey={key} forbiddenFlags={forbiddenFlags}>
            <LastRequest />
          </QuickSetup>
        </div>
      )}
    </>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading your account...</span>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr_1.3fr] lg:grid-cols-3">
        {['status', 'plan', 'key'].map((card) => (
          <div key={card} className="h-29 space-y-4 rounded-md border bg-surface p-5 md:h-37">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-7 w-36" />
            <Skeleton className="h-4 w-44" />
          </div>
        ))}
      </div>
      <div className="flex gap-2">
        {['w-28', 'w-24', 'w-28'].map((width, index) => (
          <Skeleton key={index} className={`h-8 ${width}`} />
        ))}
      </div>
    </div>
  );
}

const secondary = buttonClass({ variant: 'secondary', size: 'sm' });

/** One line of small buttons, because the bar above has most of them, too. On phones it scrolls. */

function DashboardActions({ status }: { status: UserStatusView }) {
  const mayPay = useMay('pay');
  const owes = status.plan.status !== null && isHeldStatus(status.plan.status);
  return (
    <nav aria-label="Account" className="fade-row overflow-x-auto">
      <div className="flex gap-2 whitespace-nowrap *:shrink-0 *:-outline-offset-2">
        {mayPay && !status.has_subscription && !owes && (
          <a href={paths.pricing} className={status.is_admin ? secondary : buttonClass({ size: 'sm' })}>
            Upgrade to Premium
          </a>
        )}
        {mayPay && (status.has_subscription || owes) && (
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
        {status.plan.key !== null && (
          <a href={paths.reports} className={secondary}>
            Report a hash
          </a>
        )}
        {status.is_admin && (
          <a href="/admin" className={secondary}>
            Admin Panel
          </a>
        )}
        <a href={paths.account} className={secondary}>
          Account
        </a>
        <ChangePasswordButton size="sm" />
        <LogoutLink className={buttonClass({ variant: 'quiet', size: 'sm' })} />
      </div>
    </nav>
  );
}

type StatusCardsProps = { status: UserStatusView; period: PlanPeriod | null | undefined };

function StatusCards({ status, period }: StatusCardsProps) {
  const { has_subscription: isSubscribed, email, plan } = status;
  const { role } = useMembership();
  const mayOperate = may(role, 'operate');
  const isHeld = plan.status !== null && isHeldStatus(plan.status);
  const title = planTitle(plan.product);
  return (
    <div className="grid gap-4 md:grid-cols-[1fr_1fr_1.3fr] lg:grid-cols-3">
      <Card title="Account Status" className="md:min-h-37">
        <p className="text-title font-semibold">{isSubscribed ? 'Active' : 'Free'}</p>
        {email && (
          <p className="mt-1 text-small wrap-anywhere text-muted">
            <Breakable text={email} />
          </p>
        )}
        {role !== 'owner' && <p className="mt-1 text-small text-muted">Your role: {ROLE_NAMES[role]}</p>}
      </Card>
      <Card title="Current Plan" className="md:min-h-37">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-title font-semibold">{plan.product === null && !isSubscribed ? 'No plan' : title}</p>
          {plan.status && <StatusBadge status={plan.status} endsAt={plan.ends_at} />}
        </div>
        <p className="mt-1 text-small text-muted">
          {isSubscribed
            ? [quantityText(status), plan.product !== title && plan.product, status.is_manual && 'managed by us']
                .filter(Boolean)
                .join(' · ')
            : isHeld
              ? 'On hold until billing is settled.'
              : may(role, 'pay')
                ? 'Choose a plan to get your key.'
                : 'An owner of this account can choose one.'}
        </p>
        {(isSubscribed || isHeld) && !status.is_manual && <PlanOutlook period={period} isHeld={isHeld} />}
      </Card>
      {plan.key ? (
        <ApiKey publicKey={plan.key} />
      ) : (
        <Card title="API Key" className="md:min-h-37">
          <p className="text-title font-semibold">
            {isHeld || plan.key_is_off ? 'Switched off' : isSubscribed && !mayOperate ? 'Hidden' : 'No key'}
          </p>
          {plan.key_is_off ? (
            <SwitchedOff />
          ) : (
            <p className="mt-1 text-small text-muted">{whyNoKey(isSubscribed, isHeld, mayOperate)}</p>
          )}
        </Card>
      )}
    </div>
  );
}

function SwitchedOff() {
  return (
    <p className="mt-1 text-small text-muted">
      Support has switched your key off. Mail is filtered without premium hashes. Write to <SupportLink />.
    </p>
  );
}

function whyNoKey(isSubscribed: boolean, isHeld: boolean, mayOperate: boolean): string {
  if (isSubscribed && !mayOperate) return 'Your role in this account does not show the key.';
  if (isSubscribed) return 'Your key is not available right now.';
  return isHeld ? 'It works again as soon as billing is settled.' : 'A key comes with a plan.';
}

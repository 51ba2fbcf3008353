'use client';

import { useState } from 'react';
import { Tabs } from '#components/ui/navigation/tabs.tsx';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AccessTab = 'login' | 'signup';
type AccessPanelProps = {
  initialTab: AccessTab;
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
  /** On /login: shows the subtitle, and keeps the chosen tab in the URL. */
  isPage?: boolean;
  onChoose?: (tab: AccessTab) => void;
};

/** The tabs Login and Sign Up, in the dialog and on /login. */
export function AccessPanel({ initialTab, returnUrl, errorCode, isPage = false, onChoose }: AccessPanelProps) {
  const [tab, setTab] = useState(initialTab);
  const choose = (chosen: AccessTab) => {
    setTab(chosen);
    onChoose?.(chosen);
    if (isPage) window.history.replaceState(null, '', tabUrl(chosen, returnUrl));
  };
  const errorOf = (of: AccessTab) => (initialTab === of ? errorCode : undefined);
  return (
    <div className="space-y-4">
      {isPage && <p className="text-muted">{subtitleOf(tab, returnUrl)}</p>}
      <ChosenPlan returnUrl={returnUrl} />
      <Tabs
        label="Access"
        value={tab}
        onChange={choose}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            href: tabUrl('login', returnUrl),
            content: <LoginForm returnUrl={returnUrl} errorCode={errorOf('login')} />,
          },
          {
            value: 'signup',
            label: 'Sign Up',
            href: tabUrl('signup', returnUrl),
            content: <SignUpForm returnUrl={returnUrl} errorCode={errorOf('signup')} />,
          },
        ]}
      />
    </div>
  );
}

/**
 * What the tab is for: an account, or a plan that was chosen before. A person who is led to another page, for example to
 * an application, need not choose a plan.
 */
export function subtitleOf(tab: AccessTab, returnUrl: string | undefined): string {
  const plan = chosenPlan(returnUrl);
  if (tab === 'login') return plan ? `Log in to buy ${plan.name}.` : 'Log in to your account.';
  if (plan) return `Create an account to buy ${plan.name}.`;
  return returnUrl === undefined ? 'Create an account. You choose a plan afterwards.' : 'Create an account.';
}

function tabUrl(tab: AccessTab, returnUrl: string | undefined): string {
  return `/login?${new URLSearchParams({ tab, ...(returnUrl && { return_url: returnUrl }) })}`;
}

/** Keeps the plan in view while a visitor signs up or logs in to buy it. Shows nothing if `returnUrl` buys nothing. */
function ChosenPlan({ returnUrl }: { returnUrl: string | undefined }) {
  const chosen = chosenPlan(returnUrl);
  if (!chosen) return null;
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2 text-small">
      Your plan: <strong className="font-semibold">{chosen.name}</strong>, {chosen.price} a {chosen.period} plus VAT.
      You pay at Stripe in the last step.
    </p>
  );
}

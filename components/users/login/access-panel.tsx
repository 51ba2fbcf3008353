'use client';

import { useState } from 'react';
import { ChosenPlan } from './chosen-plan.tsx';
import { Tabs } from '#components/ui/navigation/tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AccessTab = 'login' | 'signup';
type AccessPanelProps = {
  initialTab: AccessTab;
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
  /** Keeps the chosen tab in the URL, for /login. */
  keepTabInUrl?: boolean;
};

/** The tabs Login and Sign Up, in the dialog and on /login. */
export function AccessPanel({ initialTab, returnUrl, errorCode, keepTabInUrl = false }: AccessPanelProps) {
  const [tab, setTab] = useState(initialTab);
  const choose = (chosen: AccessTab) => {
    setTab(chosen);
    if (keepTabInUrl) window.history.replaceState(null, '', tabUrl(chosen, returnUrl));
  };
  const errorOf = (of: AccessTab) => (initialTab === of ? errorCode : undefined);
  return (
    <div className="space-y-4">
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

function tabUrl(tab: AccessTab, returnUrl: string | undefined): string {
  return `/login?${new URLSearchParams({ tab, ...(returnUrl && { return_url: returnUrl }) })}`;
}

'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Dashboard } from '#components/account/dashboard/dashboard.tsx';
import { AccountSections } from '#components/account/settings/account-sections.tsx';
import { SetupGuide } from '#components/account/setup/setup-guide.tsx';
import { YourPlan } from '#components/account/plan/your-plan.tsx';
import type { PlanPeriod } from '#components/billing/subscription/plan-outlook.tsx';
import { ConnectedAppsSection } from '#components/oauth/connected-apps.tsx';
import { IsoDates } from '#components/ui/data/iso-dates.tsx';
import { RenderedAt } from '#components/ui/data/use-minute.tsx';
import { ReadOnly } from '#components/ui/read-only.tsx';

export type Viewed = {
  /** what the server read as the customer, by the query keys of the owner's screens */
  answers: Readonly<Record<string, unknown>>;
  /** when, in Unix milliseconds */
  at: number;
};

/**
 * The owner's own screen with the owner's data, and without what acts. Its queries are never sent: in this browser they
 * would be answered about the admin. A query that names `enabled` itself would be; such a query uses `skipToken`.
 */
export function OwnersScreen({ answers, at, children }: Viewed & { children: ReactNode }) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    for (const [key, data] of Object.entries(answers)) made.setQueryData([key], data, { updatedAt: at });
    return made;
  });
  return (
    <QueryClientProvider client={client}>
      <RenderedAt at={at}>
        <IsoDates isOn={false}>
          <ReadOnly>{children}</ReadOnly>
        </IsoDates>
      </RenderedAt>
    </QueryClientProvider>
  );
}

const Note = ({ children }: { children: string }) => <p className="max-w-measure text-small text-muted">{children}</p>;

export const ViewedDashboard = ({ period, ...viewed }: Viewed & { period: PlanPeriod | null }) => (
  <OwnersScreen {...viewed}>
    <div className="space-y-8">
      <Dashboard period={period} />
      <ConnectedAppsSection />
      <Note>
        The customer also sees plans on offer and how to pay here. They are not part of this view. Usage and the command
        of the setup have their own pages.
      </Note>
    </div>
  </OwnersScreen>
);

export const ViewedPlan = (viewed: Viewed) => (
  <OwnersScreen {...viewed}>
    <div className="space-y-8">
      <YourPlan />
      <Note>
        The customer also chooses another plan here, cancels, and sees card, next charge and invoices, which only Stripe
        knows. They are not part of this view.
      </Note>
    </div>
  </OwnersScreen>
);

export const ViewedSetup = (viewed: Viewed) => (
  <OwnersScreen {...viewed}>
    <div className="space-y-8">
      <Note>The customer’s platform is known to their browser only. Choose it here to see their command.</Note>
      <SetupGuide />
    </div>
  </OwnersScreen>
);

export const ViewedAccount = (viewed: Viewed) => (
  <OwnersScreen {...viewed}>
    <AccountSections />
  </OwnersScreen>
);

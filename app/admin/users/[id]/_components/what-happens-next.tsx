'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { PanelSection } from '../../../_components/frame/panel-section.tsx';
import { Entry } from '../../../overview/_components/inbox/entry.tsx';
import { INBOX } from '../../../overview/_components/inbox/inbox-query.ts';
import { idOf, usePutAside } from '../../../overview/_components/inbox/use-put-aside.ts';
import { nextOf } from './next-text.ts';
import { useCustomerBilling } from './use-customer-billing.ts';

/** What happens next to a customer, and what needs a decision about them. */
export function WhatHappensNext({ user, site }: { user: AdminUserView; site: string }) {
  const billing = useCustomerBilling(user.id);
  const next = nextOf(user, billing.data);
  return (
    <PanelSection title="What happens next">
      <div className="min-h-12 space-y-3" aria-busy={billing.isPending}>
        {next.length > 0 && (
          <ul className="space-y-1">
            {next.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {billing.isPending && !next.length && <p className="text-muted">Asking Stripe...</p>}
        <OpenDecisions userId={user.id} site={site} />
      </div>
    </PanelSection>
  );
}

/** The customer's entries of the inbox, with those that were put aside. */
function OpenDecisions({ userId, site }: { userId: string; site: string }) {
  const { data } = useQuery({
    queryKey: [...INBOX, 'of', userId],
    queryFn: () => asAdmin(callApi('GET /admin/api/inbox', { query: { user: userId } })),
  });
  const { putAside, bringBack } = usePutAside();
  if (!data?.entries.length) return null;
  return (
    <ol aria-label="Open decisions" className="divide-y rounded-md border bg-surface">
      {data.entries.map((entry) => (
        <Entry
          key={idOf(entry)}
          entry={entry}
          currency={data.currency}
          site={site}
          onPutAside={putAside}
          onBringBack={(id) => bringBack({ id })}
        />
      ))}
    </ol>
  );
}

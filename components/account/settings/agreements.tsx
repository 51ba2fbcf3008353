'use client';

import { useQuery } from '@tanstack/react-query';
import { Acts } from '#components/ui/read-only.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { AgreementsView } from '#lib/acceptances/views.ts';
import { paths } from '#lib/base/paths.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { type AccountSection, Setting, SettingsSection } from './settings-section.tsx';

type Agreement = AgreementsView['agreements'][number];

const DOCUMENTS: Readonly<Record<Agreement['document'], { title: string; href: string; none: string }>> = {
  terms: { title: 'Terms', href: '/terms', none: 'Not accepted here yet.' },
  dpa: { title: 'Data processing agreement', href: paths.dpa, none: 'Not accepted yet.' },
};

export const agreementSection: AccountSection = {
  id: 'agreements',
  title: 'Agreements',
  Part: Agreements,
  needs: 'pay',
};

/** What the person accepted, and when. */
export function Agreements() {
  const query = useQuery({
    queryKey: ['agreements'],
    queryFn: () => orLogin(callApi('GET /account/api/agreements')),
  });
  return (
    <SettingsSection section={agreementSection} text="What you have accepted.">
      <QueryResult query={query} what="your agreements" skeleton={<Skeleton className="h-28 w-full" />}>
        {({ agreements }) => (
          <div className="divide-y">
            {agreements.map((agreement) => (
              <Row key={agreement.document} agreement={agreement} />
            ))}
          </div>
        )}
      </QueryResult>
    </SettingsSection>
  );
}

/** A version is named by its day. */
const versionDay = (version: string) => customerDay(new Date(version));

function Row({ agreement: { document, current_version: current, accepted } }: { agreement: Agreement }) {
  const { title, href, none } = DOCUMENTS[document];
  const read = accepted?.version === current ? 'Read it' : `Read the version of ${versionDay(current)}`;
  return (
    <Setting name={title}>
      <p>
        {accepted
          ? `Version of ${versionDay(accepted.version)}, accepted on ${customerDay(new Date(accepted.at))} by ${accepted.by}.`
          : none}{' '}
        <Acts instead={<span>{read}</span>}>
          <a href={href} className="rounded-sm underline underline-offset-4 hover:text-signal">
            {read}
          </a>
        </Acts>
      </p>
    </Setting>
  );
}

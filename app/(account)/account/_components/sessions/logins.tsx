'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { LoginView } from '#lib/auth/views.ts';
import { paths } from '#lib/paths.ts';
import { SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { LoginTable } from './login-table.tsx';

const SHOWN_FIRST = 5;

/** The latest login attempts, successful and refused. */
export function Logins() {
  return (
    <SettingsSection id="logins" text="The last 50 attempts to log in to your account, successful and refused.">
      <QueryResult
        query={useLogins()}
        what="your login history"
        skeleton={<TableSkeleton rows={SHOWN_FIRST} />}
        empty={<FramedEmptyState title="No logins yet" text="Attempts to log in to your account are listed here." />}
      >
        {(logins) => <History logins={logins} />}
      </QueryResult>
    </SettingsSection>
  );
}

/** The first few attempts, or all of them with `?logins=all`. */
function History({ logins }: { logins: LoginView[] }) {
  const isWhole = useSearchParams().get('logins') === 'all';
  const href = isWhole ? `${paths.account}#logins` : `${paths.account}?logins=all#logins`;
  return (
    <>
      <LoginTable logins={isWhole ? logins : logins.slice(0, SHOWN_FIRST)} />
      {logins.length > SHOWN_FIRST && (
        <StateLink
          href={href}
          onNavigate={() => window.history.replaceState(null, '', href)}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          {isWhole ? 'Show fewer' : `Show all ${logins.length}`}
        </StateLink>
      )}
    </>
  );
}

const useLogins = () =>
  useQuery({
    queryKey: ['logins'],
    queryFn: () => orLogin(callApi('GET /account/api/logins')),
    select: ({ logins }) => logins,
  });

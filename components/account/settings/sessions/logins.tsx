'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { useReadOnly } from '#components/ui/read-only.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { LOGIN_REFUSAL_TEXTS } from '#lib/auth/login-refusal-texts.ts';
import type { LoginView } from '#lib/auth/views.ts';
import { paths } from '#lib/base/paths.ts';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-parts.tsx';

const SHOWN_FIRST = 5;

export const loginSection: AccountSection = { id: 'logins', needs: 'self', title: 'Login history', Part: Logins };

/** The latest login attempts, successful and refused. */
export function Logins() {
  return (
    <SettingsSection
      section={loginSection}
      text="The last 50 attempts to log in to your account, successful and refused."
    >
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
  const isReadOnly = useReadOnly();
  const isWhole = useSearchParams().get('logins') === 'all' || isReadOnly;
  const href = isWhole ? `${paths.account}#logins` : `${paths.account}?logins=all#logins`;
  return (
    <>
      <LoginTable logins={isWhole ? logins : logins.slice(0, SHOWN_FIRST)} />
      {logins.length > SHOWN_FIRST && !isReadOnly && (
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

function LoginTable({ logins }: { logins: LoginView[] }) {
  return (
    <Table caption="Login history" isCaptionHidden>
      <TableHead>
        <HeaderCell>Time</HeaderCell>
        <HeaderCell>Outcome</HeaderCell>
        <HeaderCell>Browser</HeaderCell>
        <HeaderCell>IP address</HeaderCell>
      </TableHead>
      <TableBody>
        {logins.map((login, index) => (
          <Row key={`${login.at} ${index}`}>
            <RowHeader>
              <Time at={new Date(login.at)} />
            </RowHeader>
            <Cell label="Outcome">
              <Outcome login={login} />
            </Cell>
            <Cell label="Browser">{login.device}</Cell>
            <Cell label="IP address">
              <span className="font-mono">{login.ip ?? 'unknown'}</span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function Outcome({ login: { outcome, reason, is_confirmation: isConfirmation } }: { login: LoginView }) {
  if (outcome === 'ok') return <Badge tone="good">{isConfirmation ? 'Confirmed again' : 'Logged in'}</Badge>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Badge tone="bad">Refused</Badge>
      {reason && <span className="text-muted">{LOGIN_REFUSAL_TEXTS[reason]}</span>}
    </span>
  );
}

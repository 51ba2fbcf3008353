'use client';

import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { LoginView } from '#lib/auth/views.ts';

export function LoginTable({ logins }: { logins: LoginView[] }) {
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

const REASONS: Readonly<Record<NonNullable<LoginView['reason']>, string>> = {
  credentials: 'wrong password',
  second_factor: 'wrong code',
  changed_meanwhile: 'the account was changed during the login',
  passkey: 'passkey not accepted',
  rate_limited: 'too many attempts',
  email_not_verified: 'address not verified',
  user_blocked: 'account blocked',
};

function Outcome({ login: { outcome, reason, is_confirmation: isConfirmation } }: { login: LoginView }) {
  if (outcome === 'ok') return <Badge tone="good">{isConfirmation ? 'Confirmed again' : 'Logged in'}</Badge>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Badge tone="bad">Refused</Badge>
      {reason && <span className="text-muted">{REASONS[reason]}</span>}
    </span>
  );
}

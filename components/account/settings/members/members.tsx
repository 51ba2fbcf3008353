'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useMembership } from '#components/account/membership.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { may } from '#lib/accounts/roles.ts';
import type { InvitationView, MembersView, MemberView } from '#lib/accounts/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { twoFactorSection } from '../two-factor/two-factor.tsx';
import { type AccountSection, Setting, SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-parts.tsx';
import { ChangeRole, InviteMember, Leave, NameAccount, Remove, RequireFactor, Withdraw } from './member-dialogs.tsx';
import { ROLE_NAMES } from './role-names.ts';

export const memberSection: AccountSection = { id: 'members', title: 'Members', Part: Members, needs: 'view' };

/** Who acts for the account, and whom it invited. */
export function Members() {
  const members = useMembers();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  const view = members.data;
  const isManager = view !== undefined && may(view.role, 'manage');
  const hasOwnFactor = view?.members.some((member) => member.is_you && member.two_factor);
  return (
    <SettingsSection
      section={memberSection}
      text="The people who act for this account, each with their own login. An owner invites others, so that the account does not end with one person."
      actions={
        view && (
          <>
            {isManager && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                onClick={() => setDialog(<InviteMember asksName={view.account_name === null} onClose={close} />)}
              >
                Invite
              </Button>
            )}
            {canLeave(view) && (
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog(<Leave onClose={close} />)}>
                Leave
              </Button>
            )}
          </>
        )
      }
    >
      <QueryResult query={members} what="the members" skeleton={<TableSkeleton rows={1} />} empty={null}>
        {({ members: rows, invitations }) => (
          <>
            <MemberTable rows={rows} isManager={isManager} open={(of) => setDialog(of(close))} />
            {invitations.length > 0 && (
              <InvitationTable
                rows={invitations}
                onWithdraw={(invitation) => setDialog(<Withdraw invitation={invitation} onClose={close} />)}
              />
            )}
          </>
        )}
      </QueryResult>
      {view && (isManager || view.account_name !== null) && (
        <Setting
          name="Name of the account"
          actions={
            isManager && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                onClick={() => setDialog(<NameAccount name={view.account_name} onClose={close} />)}
              >
                {view.account_name === null ? 'Add name' : 'Change name'}
              </Button>
            )
          }
        >
          {view.account_name ?? 'None yet: members see the first owner’s address'}
        </Setting>
      )}
      {view && (isManager || view.two_factor_from) && (
        <Setting
          name="Second factor"
          actions={
            isManager &&
            (hasOwnFactor || view.two_factor_from) && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                onClick={() => setDialog(<RequireFactor from={view.two_factor_from} onClose={close} />)}
              >
                {view.two_factor_from ? 'Change requirement' : 'Require'}
              </Button>
            )
          }
        >
          {view.two_factor_from
            ? `Required of all members from ${customerDay(new Date(view.two_factor_from))} on`
            : 'Not required of members'}
          {isManager && !hasOwnFactor && !view.two_factor_from && (
            <>
              . To require it,{' '}
              <a href={`#${twoFactorSection.id}`} className="underline underline-offset-4">
                set up your own
              </a>{' '}
              and log in with it first.
            </>
          )}
        </Setting>
      )}
      {dialog}
    </SettingsSection>
  );
}

/** The last owner stays; a person alone in their account has nothing to leave. */
const canLeave = ({ role, members }: MembersView): boolean =>
  members.length > 1 && (role !== 'owner' || members.filter((one) => one.role === 'owner').length > 1);

/** A login without the second factor that the account requires may not see them. */
export function useMembers() {
  const { lacksFactor } = useMembership();
  return useQuery({
    queryKey: ['members'],
    queryFn: lacksFactor ? skipToken : () => orLogin(callApi('GET /account/api/members')),
  });
}

type MemberTableProps = {
  rows: MemberView[];
  isManager: boolean;
  open: (dialog: (close: () => void) => ReactElement) => void;
};

function MemberTable({ rows, isManager, open }: MemberTableProps) {
  return (
    <Table caption="Members" isCaptionHidden>
      <TableHead>
        <HeaderCell>Person</HeaderCell>
        <HeaderCell>Role</HeaderCell>
        <HeaderCell>Two-factor</HeaderCell>
        <HeaderCell>Since</HeaderCell>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {rows.map((member) => (
          <Row key={member.user_id}>
            <RowHeader>
              <span className="wrap-anywhere">{nameOf(member)}</span> {member.is_you && <Badge tone="info">You</Badge>}
            </RowHeader>
            <Cell label="Role">{ROLE_NAMES[member.role]}</Cell>
            <Cell label="Two-factor">{member.two_factor ? 'On' : 'Off'}</Cell>
            <Cell label="Since">
              <Time at={new Date(member.since)} />
            </Cell>
            <ActionsCell>
              {isManager && !member.is_you && (
                <>
                  <RowButton
                    label={`Change role of ${nameOf(member)}`}
                    text="Change role"
                    onClick={() => open((close) => <ChangeRole member={member} onClose={close} />)}
                  />
                  <RowButton
                    label={`Remove ${nameOf(member)}`}
                    text="Remove"
                    onClick={() => open((close) => <Remove member={member} onClose={close} />)}
                  />
                </>
              )}
            </ActionsCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const nameOf = ({ email }: MemberView): string => email ?? 'No Email';

function InvitationTable({ rows, onWithdraw }: { rows: InvitationView[]; onWithdraw: (of: InvitationView) => void }) {
  return (
    <Table caption="Invitations">
      <TableHead>
        <HeaderCell>Invited</HeaderCell>
        <HeaderCell>Role</HeaderCell>
        <HeaderCell>Until</HeaderCell>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {rows.map((invitation) => (
          <Row key={invitation.id}>
            <RowHeader>
              <span className="wrap-anywhere">{invitation.email}</span>
            </RowHeader>
            <Cell label="Role">{ROLE_NAMES[invitation.role]}</Cell>
            <Cell label="Until">
              <Time at={new Date(invitation.expires_at)} />
            </Cell>
            <ActionsCell>
              <RowButton
                label={`Withdraw the invitation of ${invitation.email}`}
                text="Withdraw"
                onClick={() => onWithdraw(invitation)}
              />
            </ActionsCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const RowButton = ({ label, text, onClick }: { label: string; text: string; onClick: () => void }) => (
  <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={label} onClick={onClick}>
    {text}
  </Button>
);

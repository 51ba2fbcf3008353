'use client';

import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { ROLE_NAMES } from '#components/account/settings/members/role-names.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { HandOverInput } from '#lib/accounts/schema.ts';
import type { UserAccountView } from '#lib/accounts/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { PanelSection } from '../../frame/panel-section.tsx';
import { useReloadUsers } from '../list/use-users.ts';

/** The accounts that a user is a member of, with their members and the way to make another user an owner. */
export function UserAccounts({ userId, accounts }: { userId: string; accounts: readonly UserAccountView[] }) {
  const [handedOver, setHandedOver] = useState<UserAccountView | null>(null);
  return (
    <PanelSection title={accounts.length > 1 ? 'Accounts' : 'Account'}>
      <ul className="divide-y text-small">
        {accounts.map((account) => (
          <li key={account.id} className="space-y-2 py-2">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium wrap-anywhere">{account.name}</span>
              <Button
                variant="secondary"
                size="sm"
                aria-haspopup="dialog"
                aria-label={`Hand over ${account.name}`}
                onClick={() => setHandedOver(account)}
              >
                Hand over
              </Button>
            </div>
            <ul className="space-y-1">
              {account.members.map((member) => (
                <Member key={member.user_id} member={member} isShown={member.user_id === userId} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {handedOver && <HandOverDialog account={handedOver} onClose={() => setHandedOver(null)} />}
    </PanelSection>
  );
}

type MemberProps = { member: UserAccountView['members'][number]; isShown: boolean };

function Member({ member, isShown }: MemberProps) {
  const name = member.email ?? 'No Email';
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isShown ? (
          <span className="min-w-0 wrap-anywhere">{name}</span>
        ) : (
          <a
            href={paths.adminUser(member.user_id)}
            className="min-w-0 rounded-sm wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </a>
        )}
        <Badge tone="neutral">{ROLE_NAMES[member.role]}</Badge>
        <span className="text-muted">
          since <Time at={new Date(member.since)} />
        </span>
      </div>
      {member.admin_reason && <p className="text-muted">Made an owner by an admin: {member.admin_reason}</p>}
    </li>
  );
}

/** Asks who becomes an owner, and why. */
function HandOverDialog({ account, onClose }: { account: UserAccountView; onClose: () => void }) {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const api = useApiForm(HandOverInput, async (body) => {
    await runAction(() => callApi('POST /admin/api/accounts/{id}/hand-over', { params: { id: account.id }, body }));
    toast.success(`${body.email} is an owner of ${account.name}`);
    onClose();
    void reload();
  });
  return (
    <Dialog
      title="Hand over account"
      description={`Makes a user an owner of ${account.name}. The present owners stay, until the new one removes them. All owners get an email with your reason.`}
      size="text"
      onClose={onClose}
    >
      <ApiForm api={api} action={paths.admin} label="Hand over account">
        <FormFailure failure={api.failure} />
        <TextField
          name="email"
          label="New owner"
          type="email"
          hint="The address of a user who has verified it."
          autoComplete="off"
          required
        />
        <TextField
          name="reason"
          label="Reason"
          hint="For example a ticket number. The owners will see it."
          autoComplete="off"
          maxLength={300}
          required
        />
        <SubmitButton busyText="Handing over...">Hand over</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

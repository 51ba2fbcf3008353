'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { MAY, Role } from '#lib/accounts/roles.ts';
import { AccountNameInput, ChangeRoleInput, InviteMemberInput } from '#lib/accounts/schema.ts';
import type { InvitationView, MemberView } from '#lib/accounts/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { INVITATIONS_PATH, MEMBERS_PATH, OTHER_ROLES, ROLE_NAMES, roleOptions } from './role-names.ts';

const MEMBERS = ['members'];

type Change<O> = {
  send: (values: O) => Promise<unknown>;
  done: (values: O) => string;
  reloads?: string[][];
  onClose: () => void;
};

/** A form that changes the members after a fresh login, says what is `done`, and closes. */
function useMemberForm<I extends FieldValues, O extends FieldValues>(
  schema: z.ZodType<O, I>,
  { send, done, reloads = [MEMBERS], onClose }: Change<O>,
) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  return useApiForm(schema, async (values) => {
    if (!(await run(() => send(values)))) return;
    for (const queryKey of reloads) void client.invalidateQueries({ queryKey });
    toast.success(done(values));
    onClose();
  });
}

/** Invites an address; the first time, it also asks for the name of the account. */
export function InviteMember({ asksName, onClose }: { asksName: boolean; onClose: () => void }) {
  const api = useMemberForm(InviteMemberInput, {
    send: (body) => callApi('POST /account/api/invitations', { body }),
    done: ({ email }) => `${email} has been invited.`,
    onClose,
  });
  return (
    <FormDialog
      title="Invite a member"
      description={`We send a link that works once, for ${inWords(promises.invitation)}. The person logs in or signs up with this address, and accepts.`}
      onClose={onClose}
      api={api}
      action={INVITATIONS_PATH}
      submitText="Send invitation"
      busyText="Sending..."
    >
      <TextField name="email" label="Email address" type="email" autoComplete="off" required />
      <SelectField name="role" label="Role" options={roleOptions(Role.options)} defaultValue="technical" />
      <WhatRolesMay roles={Role.options} />
      {asksName && (
        <TextField
          name="account_name"
          label="Name of the account"
          hint="Such as your company. Members and the people whom you invite see it."
          autoComplete="organization"
          maxLength={100}
          required
        />
      )}
      <p className="text-small text-muted">
        To hand the account over, invite an owner, and leave once they have accepted. A member becomes an owner in the
        same way: invite the address again.
      </p>
    </FormDialog>
  );
}

/** Names the account. */
export function NameAccount({ name, onClose }: { name: string | null; onClose: () => void }) {
  const api = useMemberForm(AccountNameInput, {
    send: (body) => callApi('PUT /account/api/account-name', { body }),
    done: () => 'The account has its new name.',
    reloads: [MEMBERS, ['accounts']],
    onClose,
  });
  return (
    <FormDialog
      title="Name the account"
      description="Members and the people whom you invite see it. Invoices have what you enter at Stripe."
      onClose={onClose}
      api={api}
      action={MEMBERS_PATH}
      submitText="Save"
      busyText="Saving..."
    >
      <TextField
        name="name"
        label="Name of the account"
        autoComplete="organization"
        maxLength={100}
        required
        defaultValue={name ?? ''}
      />
    </FormDialog>
  );
}

/** Chooses from which day on members need a second factor. Where they need it already, an empty day ends it. */
export function RequireFactor({ from, onClose }: { from: string | null; onClose: () => void }) {
  const api = useMemberForm(from === null ? FirstDay : OtherDay, {
    send: ({ from: day }) => callApi('PUT /account/api/second-factor', { body: { from: day || null } }),
    done: ({ from: day }) => (day ? 'Members have been told.' : 'A second factor is no longer required.'),
    onClose,
  });
  return (
    <FormDialog
      title="Require a second factor"
      description="From this day on, a member who logs in with a password alone opens only their own login settings. All members get a mail now."
      onClose={onClose}
      api={api}
      action={MEMBERS_PATH}
      submitText="Save"
      busyText="Saving..."
    >
      <TextField
        name="from"
        label="From"
        type="date"
        hint={`The day begins at midnight UTC.${from === null ? '' : ' Leave it empty to require none.'}`}
        required={from === null}
        defaultValue={from?.slice(0, 10) ?? ''}
      />
    </FormDialog>
  );
}

const FirstDay = z.object({ from: z.iso.date('Please choose a day.') });
const OtherDay = z.object({ from: z.literal('').or(FirstDay.shape.from) });

function WhatRolesMay({ roles }: { roles: readonly Role[] }) {
  return (
    <dl className="space-y-1 text-small text-muted">
      {roles.map((role) => (
        <div key={role}>
          <dt className="inline font-medium text-ink">{ROLE_NAMES[role]}</dt>{' '}
          <dd className="inline">may {MAY[role]}.</dd>
        </div>
      ))}
    </dl>
  );
}

type OfMember = { member: MemberView; onClose: () => void };

export function ChangeRole({ member: { user_id: id, email, role }, onClose }: OfMember) {
  const api = useMemberForm(ChangeRoleInput, {
    send: (body) => callApi('PATCH /account/api/members/{id}', { params: { id }, body }),
    done: () => 'The role has been changed.',
    onClose,
  });
  return (
    <FormDialog
      title="Change the role"
      description={`${email ?? 'This member'} may do what the new role allows from the next page on.`}
      onClose={onClose}
      api={api}
      action={MEMBERS_PATH}
      submitText="Change role"
      busyText="Changing..."
    >
      <SelectField
        name="role"
        label="Role"
        options={roleOptions(OTHER_ROLES)}
        defaultValue={role === 'owner' ? 'technical' : role}
      />
      <WhatRolesMay roles={OTHER_ROLES} />
      {role !== 'owner' && (
        <p className="text-small text-muted">To make this member an owner, invite the address as an owner.</p>
      )}
    </FormDialog>
  );
}

export function Remove({ member: { user_id: id, email }, onClose }: OfMember) {
  const run = useSensitiveAction();
  return (
    <ConfirmAction
      title="Remove this member?"
      text={`${email ?? 'The member'} can no longer see or do anything in this account, from the next page on. What they set up stays, also the usage tokens that they made. If they know the key, rotate it.`}
      confirmText="Remove"
      busyText="Removing..."
      action={() => run(() => callApi('DELETE /account/api/members/{id}', { params: { id } }))}
      reloads={MEMBERS}
      onDone={() => {
        toast.success('The member has been removed.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Afterwards the session acts for another account, so the whole page is loaded again. */
export function Leave({ onClose }: { onClose: () => void }) {
  const run = useSensitiveAction();
  return (
    <ConfirmAction
      title="Leave this account?"
      text="You can no longer see or do anything in it. What the account has stays with its other members."
      confirmText="Leave"
      busyText="Leaving..."
      action={() => run(() => callApi('DELETE /account/api/membership'))}
      reloads={[]}
      onDone={() => window.location.assign(paths.dashboard)}
      onClose={onClose}
    />
  );
}

export function Withdraw({ invitation: { id, email }, onClose }: { invitation: InvitationView; onClose: () => void }) {
  return (
    <ConfirmAction
      title="Withdraw this invitation?"
      text={`The link that we sent to ${email} no longer works.`}
      confirmText="Withdraw"
      busyText="Withdrawing..."
      action={() => orLogin(callApi('DELETE /account/api/invitations/{id}', { params: { id } }))}
      reloads={MEMBERS}
      onDone={() => {
        toast.success('The invitation has been withdrawn.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

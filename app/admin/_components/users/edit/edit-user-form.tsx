'use client';

import { useWatch } from 'react-hook-form';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { Username } from '#components/form/username.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { isLiveStatus } from '#lib/billing/plan.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { EditConflict } from '../../frame/edit-conflict.tsx';
import { NewPasswordField } from '../dialogs/new-password-field.tsx';
import { editableOf, FIELD_LABELS } from './edited-fields.ts';
import { useEditUser } from './use-edit-user.ts';

type EditUserFormProps = { user: AdminUserView; onDiscard: (fresh: AdminUserView) => void; onClose: () => void };

export function EditUserForm({ user, onDiscard, onClose }: EditUserFormProps) {
  const { api, conflict } = useEditUser(user, onClose);
  const { email, daily_limit, is_blocked, is_admin, custom_key, notes } = editableOf(user);
  return (
    <ApiForm api={api} action="/admin/api/users" label="Edit User">
      {conflict && (
        <EditConflict
          noun="user"
          labels={FIELD_LABELS}
          changed={conflict.changed}
          onDiscard={() => onDiscard(conflict.fresh)}
        />
      )}
      <FormFailure failure={api.failure} />
      <p className="space-y-1 text-small">
        <span className="block font-medium">User ID</span>
        <Copyable value={user.id} label="Copy user ID" />
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="email" label="Email" type="email" autoComplete="off" defaultValue={email ?? ''} />
        <TextField
          name="daily_limit"
          label="Daily limit"
          hint="Requests a day, two for each email. Leave empty to use the plan’s limit."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={daily_limit ?? ''}
        />
      </div>
      <SwitchField
        name="is_blocked"
        label="Blocked"
        hint={isCharged(user) ? `${BLOCKED} Charging continues: end the subscription separately.` : BLOCKED}
        defaultChecked={is_blocked}
      />
      <SwitchField name="is_admin" label="Admin" hint="Full access to this console." defaultChecked={is_admin} />
      <TextField
        name="custom_key"
        label="Custom key"
        hint="A 52-character public key that the user brought."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        defaultValue={custom_key ?? ''}
      />
      <TextareaField name="notes" label="Notes" hint="For admins only." defaultValue={notes ?? ''} />
      <ResetPasswordFields email={email} />
      <SubmitButton busyText="Saving...">{conflict ? 'Apply my changes' : 'Save changes'}</SubmitButton>
    </ApiForm>
  );
}

const BLOCKED = 'Can’t log in; keys are rejected.';

/** Whether Stripe continues to charge the user. */
const isCharged = ({ subscriptions }: AdminUserView) =>
  subscriptions.some(
    ({ stripe_subscription_status: status, cancel_at: cancelAt }) =>
      status !== null && isLiveStatus(status) && cancelAt === null,
  );

/** Sets the typed password, or mails a link with which the user chooses a password. */
function ResetPasswordFields({ email: before }: { email: string | null }) {
  const isOn: unknown = useWatch({ name: 'reset_password' });
  const typed: unknown = useWatch({ name: 'email' });
  const email = typed ?? before;
  return (
    <>
      <SwitchField name="reset_password" label="Reset password" hint="Ends every session of this user." />
      {isOn === true && (
        <>
          {typeof email === 'string' && email && <Username email={email} />}
          <NewPasswordField
            name="new_password"
            label="New password"
            hint="Leave empty to email a link to choose one. The old password stops working."
          />
        </>
      )}
    </>
  );
}

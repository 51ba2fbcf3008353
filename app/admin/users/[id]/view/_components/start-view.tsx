'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { StartCustomerViewInput } from '#lib/customer-view/schema.ts';
import { useAdminAction } from '../../../../_components/frame/use-admin-action.ts';

/** Explains the customer view and who is notified, and asks for the reason. */
export function StartView({ userId, hasEmail }: { userId: string; hasEmail: boolean }) {
  const router = useRouter();
  const runFresh = useAdminAction();
  const api = useApiForm(StartCustomerViewInput, async (body) => {
    await runFresh(() => callApi('POST /admin/api/users/{id}/view', { params: { id: userId }, body }));
    router.push(paths.adminViewed(userId, 'dashboard') as Route);
  });
  return (
    <>
      <ul className="list-disc space-y-1.5 pl-5 text-small">
        <li>
          You see the dashboard, usage, setup, plan and account pages of their owner; buttons that act are hidden. You
          cannot change anything.
        </li>
        <li>Payments, invoices, downloads and secrets are not shown.</li>
        <li>The view lasts 15 minutes, in this browser only. Each page that you open is recorded in the audit log.</li>
        <li>
          {hasEmail
            ? 'The customer gets an email now, with your reason.'
            : 'This user has no email address, so the customer is not told.'}
        </li>
      </ul>
      <ApiForm api={api} action={paths.adminViewAs(userId)} label="View as customer">
        <FormFailure failure={api.failure} />
        <TextField
          name="reason"
          label="Reason"
          hint="For example a ticket number. The customer will see it."
          autoComplete="off"
          maxLength={300}
          required
        />
        <SubmitButton place="start" busyText="Starting...">
          Start viewing
        </SubmitButton>
      </ApiForm>
    </>
  );
}

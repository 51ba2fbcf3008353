'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { ReportInput } from '#lib/hash-reports/schema.ts';
import type { LookUpView, ReportView } from '#lib/hash-reports/views.ts';

const NoteInput = ReportInput.pick({ note: true });

type ReportFormProps = { lookUp: LookUpView; pasted: string; onReported: (report: ReportView) => void };

/** Asks for the removal of a hash that was looked up. */
export function ReportForm({ lookUp, pasted, onReported }: ReportFormProps) {
  const { id, digest } = lookUp;
  const api = useApiForm(NoteInput, async ({ note }) => {
    const body = { digest, pasted, note, look_up_id: id };
    onReported(await orLogin(callApi('POST /account/api/reports', { body })));
  });
  const { isSubmitting } = api.form.formState;
  return (
    <div className="rounded-md border bg-surface p-5">
      <h3 className="mb-3 text-title font-semibold">Was the message wanted?</h3>
      <ApiForm api={api} action="/account/api/reports" label="Report this hash">
        <FormFailure failure={api.failure} />
        <TextareaField
          name="note"
          label="What kind of message was it?"
          hint="Who sends it, and who wanted it: an invoice, a newsletter with consent. A person reads it. Of what you pasted, only the hashes are stored."
        />
        <Button type="submit" size="lg" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Reporting...' : 'Report this hash'}
        </Button>
      </ApiForm>
    </div>
  );
}

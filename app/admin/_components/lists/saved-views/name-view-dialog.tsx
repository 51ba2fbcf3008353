'use client';

import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { useNameView, type Named } from './use-saved-views.ts';

/** Asks for the name of a new view, or for another name of an existing one. */
export function NameViewDialog({ named, onClose }: { named: Named; onClose: () => void }) {
  const api = useNameView(named, onClose);
  const isNew = !('view' in named);
  return (
    <Dialog
      title={isNew ? 'Save view' : 'Rename view'}
      description={isNew ? 'Keeps the filters and the order of this list under a name. Only you see it.' : undefined}
      onClose={onClose}
    >
      <ApiForm api={api} action="/admin/api/views" label={isNew ? 'Save view' : 'Rename view'}>
        <FormFailure failure={api.failure} />
        {api.failure?.fields['query'] && <FailureAlert failure={api.failure} text={api.failure.fields['query']} />}
        <TextField
          name="name"
          label="Name"
          defaultValue={isNew ? undefined : named.view.name}
          autoComplete="off"
          maxLength={40}
          required
        />
        <SubmitButton busyText="Saving...">Save</SubmitButton>
      </ApiForm>
    </Dialog>
  );
}

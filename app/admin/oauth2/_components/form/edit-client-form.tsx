'use client';

import { useWatch } from 'react-hook-form';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { EditConflict } from '../../../_components/frame/edit-conflict.tsx';
import { consequences, FIELD_LABELS, fieldsOf, type ClientFields } from './client-fields.ts';
import { ClientFormFields } from './client-form-fields.tsx';
import { useEditClient } from './use-edit-client.ts';

type EditClientFormProps = {
  client: OAuthClientView;
  onDiscard: (fresh: OAuthClientView) => void;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

export function EditClientForm({ client, onDiscard, onDone, onClose }: EditClientFormProps) {
  const { api, base, conflict } = useEditClient({ client, onDone, onClose });
  return (
    <ApiForm api={api} action={`/admin/api/oauth2/clients/${client.id}`} label="Edit OAuth2 Client">
      {conflict && (
        <EditConflict
          noun="client"
          labels={FIELD_LABELS}
          changed={conflict.changed}
          otherwise="None of the fields below is different: its secret may be new."
          onDiscard={() => onDiscard(conflict.fresh)}
        />
      )}
      <FormFailure failure={api.failure} />
      <ClientFormFields initial={fieldsOf(client)} />
      <Consequences base={fieldsOf(base)} />
      <SubmitButton busyText="Saving...">{conflict ? 'Apply my changes' : 'Save changes'}</SubmitButton>
    </ApiForm>
  );
}

/** Warns what saving would do to the secret, tokens and pending logins. */
function Consequences({ base }: { base: ClientFields }) {
  const given = useWatch<ClientFields>();
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const texts = consequences(base, { ...base, ...known });
  if (!texts.length) return null;
  return (
    <div className="space-y-2">
      {texts.map((text) => (
        <Alert key={text} tone="warning" text={text} />
      ))}
    </div>
  );
}

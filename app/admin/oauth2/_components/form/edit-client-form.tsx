'use client';

import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { EditConflict } from '../../../_components/frame/edit-conflict.tsx';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { failureText, texts } from '../list/texts.ts';
import { readClient, useReloadClients } from '../list/use-clients.ts';
import {
  changedFields,
  type ClientFields,
  consequences,
  type Difference,
  differences,
  FIELD_LABELS,
  fieldsOf,
  isSame,
} from './client-fields.ts';
import { ClientFormFields } from './client-form-fields.tsx';
import { ClientForm, type ClientFormInput } from './client-form-schema.ts';

type EditClientFormProps = {
  client: OAuthClientView;
  onDiscard: (fresh: OAuthClientView) => void;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

export function EditClientForm({ client, onDiscard, onDone, onClose }: EditClientFormProps) {
  const { api, base, conflict } = useEditClient({ client, onDone, onClose });
  return (
    <ApiForm api={api} action={`/admin/api/oauth2/clients/${client.id}`} label="Edit OAuth2 client">
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

type ClientConflict = { fresh: OAuthClientView; changed: Difference[] };
type Form = UseFormReturn<ClientFormInput, unknown, ClientForm>;
type EditClient = {
  client: OAuthClientView;
  onDone: (saved: OAuthClientWithSecret) => void;
  onClose: () => void;
};

/**
 * The form that edits a client, sent with the row's version. If the version is stale, untouched fields take the other
 * admin's values, and the next submit is based on the fresh row (R24).
 */
function useEditClient({ client, onDone, onClose }: EditClient) {
  const reload = useReloadClients();
  const runAction = useAdminAction();
  const [base, setBase] = useState(client);
  const [conflict, setConflict] = useState<ClientConflict | null>(null);

  const save = async (values: ClientForm, form: Form) => {
    if (!changedFields(fieldsOf(base), values).length) return onClose();
    let saved: OAuthClientWithSecret;
    try {
      const input = { params: { id: base.id }, body: { ...values, version: base.version } };
      saved = readClient(await runAction(() => callApi('PUT /admin/api/oauth2/clients/{id}', input)));
    } catch (error) {
      const fresh = freshRowOf(error);
      if (!fresh) {
        toast.error(failureText(error, texts.updateFailed));
        throw error;
      }
      const changed = differences(fieldsOf(base), fieldsOf(fresh), values);
      takeOver(form, fieldsOf(base), fieldsOf(fresh), values);
      setBase(fresh);
      return setConflict({ fresh, changed });
    }
    toast.success(texts.updated);
    onDone(saved);
    await reload.clients(saved);
  };
  return { api: useApiForm(ClientForm, save, 'onSubmit'), base, conflict };
}

/** The fresh row, which the 409 for a stale version contains. */
function freshRowOf(error: unknown): OAuthClientView | null {
  const row = error instanceof ApiError && error.status === 409 ? error.body['client'] : undefined;
  return row ? readClient(row as OAuthClientView) : null;
}

/** Puts the other admin's values into the untouched fields. */
function takeOver(form: Form, before: ClientFields, theirs: ClientFields, yours: ClientFields): void {
  for (const name of changedFields(before, theirs))
    if (isSame(before[name], yours[name])) form.setValue(name, theirs[name]);
}

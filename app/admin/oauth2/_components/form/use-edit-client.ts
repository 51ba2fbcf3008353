'use client';

import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { failureText, texts } from '../list/texts.ts';
import { readClient, useReloadClients } from '../list/use-clients.ts';
import { changedFields, differences, fieldsOf, isSame, type ClientFields, type Difference } from './client-fields.ts';
import { ClientForm, type ClientFormInput } from './client-form-schema.ts';

export type ClientConflict = { fresh: OAuthClientView; changed: Difference[] };
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
export function useEditClient({ client, onDone, onClose }: EditClient) {
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

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { LISTS, StorageHostInput } from '#lib/storage/schema.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { SERVERS } from './servers-list.ts';

const { port, lists, weight } = StorageHostInput.shape;
const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
/** Converts the form's texts to the values of the request. */
const HostForm = z.object({
  ...StorageHostInput.shape,
  port: z.string().transform(number).pipe(port),
  lists: z
    .string()
    .transform((text) => LISTS.filter((list) => text.split(',').includes(list)))
    .pipe(lists),
  weight: z.string().transform(number).pipe(weight),
});
const LIST_OPTIONS = [
  { value: 'premium,bulk', label: 'Premium and bulk' },
  { value: 'premium', label: 'Premium only' },
  { value: 'bulk', label: 'Bulk only' },
];

type EditHostDialogProps = { server: StorageServerRow; onClose: () => void };

/** Edits how subscribers reach a server: host name, port, lists, weight, draining. */
export function EditHostDialog({ server, onClose }: EditHostDialogProps) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const api = useApiForm(
    HostForm,
    async (values) => {
      await runAction(() => callApi('PUT /admin/api/servers/{id}/host', { params: { id: server.id }, body: values }));
      await client.invalidateQueries({ queryKey: SERVERS });
      toast.success(`The host of “${server.name}” has been saved.`);
      onClose();
    },
    'onSubmit',
  );
  return (
    <FormDialog
      title={`Host of ${server.name}`}
      description="Guides and the zone file follow within ten seconds."
      onClose={onClose}
      api={api}
      action={`/admin/api/servers/${server.id}/host`}
      label={`Host of ${server.name}`}
      submitText="Save"
      busyText="Saving..."
    >
      <TextField
        name="host"
        label="Public name"
        hint="Leave empty to keep the server out of guides and the zone file."
        defaultValue={server.host ?? ''}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="port" label="Port" defaultValue={String(server.port)} inputMode="numeric" autoComplete="off" />
        <TextField
          name="weight"
          label="Weight"
          hint="Twice the weight, twice the requests."
          defaultValue={String(server.weight)}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <SelectField
        name="lists"
        label="Lists"
        hint="The key map hides matches of any other list on this server."
        options={LIST_OPTIONS}
        defaultValue={server.lists.length === 1 ? server.lists[0] : 'premium,bulk'}
      />
      <SwitchField
        name="is_draining"
        label="Draining"
        hint="The server still answers, but leaves guides and the zone file, unless all servers of a list are draining."
        defaultChecked={server.is_draining}
      />
    </FormDialog>
  );
}

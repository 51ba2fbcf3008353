'use client';

import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { CreateStorageServerInput } from '#lib/storage/schema.ts';
import type { EnrolmentCode } from '#lib/storage/views.ts';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { EnrolmentCodeDialog } from './enrol-host.tsx';
import { SERVERS } from './servers-list.ts';

export function CreateServerButton() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [created, setCreated] = useState<EnrolmentCode | null>(null);
  const close = () => {
    setOpener(null);
    setCreated(null);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        Create server
      </Button>
      {opener && !created && <CreateServerDialog onCreated={setCreated} onClose={close} />}
      {created && <EnrolmentCodeDialog {...created} opener={opener} onClose={close} />}
    </>
  );
}

type CreateServerDialogProps = { onCreated: (created: EnrolmentCode) => void; onClose: () => void };

/** Creates a server, and then the code with which a host gets its token. The token of the first answer is not used. */
function CreateServerDialog({ onCreated, onClose }: CreateServerDialogProps) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const api = useApiForm(CreateStorageServerInput, async (values) => {
    const { server } = await runAction(() => callApi('POST /admin/api/servers', { body: values }));
    void client.invalidateQueries({ queryKey: SERVERS });
    const params = { id: server.id };
    onCreated(await runAction(() => callApi('POST /admin/api/servers/{id}/enrolment-code', { params })));
  });
  return (
    <FormDialog
      title="Create server"
      onClose={onClose}
      api={api}
      action="/admin/api/servers"
      submitText="Create server"
      busyText="Creating..."
    >
      <TextField
        name="name"
        label="Name"
        hint="The agent logs in with it, and usage graphs show it. It can’t be changed later."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        name="description"
        label="Description"
        hint="Optional: its location, and whom to contact."
        autoComplete="off"
      />
    </FormDialog>
  );
}

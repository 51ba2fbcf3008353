'use client';

import { type ReactElement, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { useReadOnly } from '#components/ui/read-only.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { TWO_FACTOR } from '#components/users/use-two-factor.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { canAddPasskey, CreatePasskeyInput, MAX_PASSKEYS, UpdatePasskeyInput } from '#lib/auth/schema.ts';
import type { PasskeyView } from '#lib/auth/views.ts';
import { ActivityCells, ActivityHeaders } from '../table-parts.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';

export const passkeySection: AccountSection = { id: 'passkeys', needs: 'self', title: 'Passkeys', Part: Passkeys };

export function Passkeys() {
  const passkeys = usePasskeys();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const isHydrated = useHydrated();
  const isReadOnly = useReadOnly();
  const isCapable = isReadOnly || !isHydrated || 'PublicKeyCredential' in window;
  const isFull = passkeys.data !== undefined && !canAddPasskey(passkeys.data.length);
  const close = () => setDialog(null);
  return (
    <SettingsSection
      section={passkeySection}
      text="Log in with your fingerprint, your face or a security key. No password, no code."
      actions={
        isCapable &&
        passkeys.data && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            disabled={isFull}
            onClick={() => setDialog(<AddPasskeyDialog onClose={close} />)}
          >
            Add passkey
          </Button>
        )
      }
    >
      {!isCapable && <Alert tone="info" text="This browser does not support passkeys." />}
      {isFull && (
        <Alert tone="info" text={`You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one to add another.`} />
      )}
      <QueryResult
        query={passkeys}
        what="your passkeys"
        skeleton={<Skeleton className="h-37" />}
        empty={<FramedEmptyState title="No passkeys" text="Passkeys can’t be guessed, phished or leaked." />}
      >
        {(rows) => (
          <PasskeyTable
            passkeys={rows}
            onRename={(passkey) => setDialog(<RenamePasskeyDialog passkey={passkey} onClose={close} />)}
            onRemove={(passkey) => setDialog(<RemovePasskey passkey={passkey} onClose={close} />)}
          />
        )}
      </QueryResult>
      {dialog}
    </SettingsSection>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const run = useSensitiveAction();
  return (
    <ConfirmAction
      title={`Remove “${name}”?`}
      text="It will no longer log you in. You can remove it from your device, too."
      confirmText="Remove"
      busyText="Removing..."
      action={() => run(() => callApi('DELETE /account/api/passkeys/{id}', { params: { id } }))}
      reloads={PASSKEYS}
      focusesSection={passkeySection}
      onDone={() => {
        toast.success(`The passkey “${name}” has been removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const client = useQueryClient();
  const api = useApiForm(UpdatePasskeyInput, async ({ name }) => {
    await orLogin(callApi('PATCH /account/api/passkeys/{id}', { params: { id: passkey.id }, body: { name } }));
    await client.invalidateQueries({ queryKey: PASSKEYS });
    toast.success('The passkey has been renamed.');
    onClose();
  });
  return (
    <FormDialog
      title="Rename passkey"
      onClose={onClose}
      api={api}
      action="/account/api/passkeys"
      submitText="Save"
      busyText="Saving..."
    >
      <TextField name="name" label="Name" defaultValue={passkey.name} autoComplete="off" required />
    </FormDialog>
  );
}

type Action = (passkey: PasskeyView) => void;
type PasskeyTableProps = { passkeys: PasskeyView[]; onRename: Action; onRemove: Action };

function PasskeyTable({ passkeys, onRename, onRemove }: PasskeyTableProps) {
  return (
    <Table caption="Passkeys" isCaptionHidden>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <ActivityHeaders />
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {passkeys.map((passkey) => (
          <Row key={passkey.id}>
            <RowHeader>
              <span className="inline-block min-w-32 wrap-anywhere">{passkey.name}</span>
            </RowHeader>
            <ActivityCells of={passkey} />
            <ActionsCell>
              <Menu label={`Actions for ${passkey.name}`}>
                <MenuItem onSelect={() => onRename(passkey)}>Rename</MenuItem>
                <MenuItem isDanger onSelect={() => onRemove(passkey)}>
                  Remove
                </MenuItem>
              </Menu>
            </ActionsCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const schema = CreatePasskeyInput.pick({ name: true });

/** Asks for a name, then starts the browser's passkey dialog. */
function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(schema, async ({ name }) => {
    const options = await run(() => callApi('POST /account/api/passkeys/options'));
    if (!options) return;
    const response = await createPasskey(options);
    const passkey = await run(() => callApi('POST /account/api/passkeys', { body: { name, response } }));
    if (!passkey) return;
    await client.invalidateQueries({ queryKey: PASSKEYS });
    void client.invalidateQueries({ queryKey: TWO_FACTOR });
    toast.success(`The passkey “${passkey.name}” has been added.`);
    onClose();
  });
  return (
    <FormDialog
      title="Add passkey"
      description="Your browser will ask where to keep it: on this device, on your phone, or on a security key."
      onClose={onClose}
      api={api}
      action="/account/api/passkeys"
      submitText="Continue"
      busyText="Waiting for your browser..."
    >
      <TextField name="name" label="Name" hint="A name to recognise it. Defaults to your browser." autoComplete="off" />
    </FormDialog>
  );
}

const TEXTS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created: it was cancelled or took too long. Please try again.',
  AbortError: 'No passkey was created: it was cancelled or took too long. Please try again.',
  ConstraintError: 'This device can’t store passkeys. Please try another one.',
  NotSupportedError: 'This device can’t store passkeys. Please try another one.',
};

/** Has the browser create a passkey. Throws an ApiError whose message says why it failed. */
async function createPasskey(options: object): Promise<RegistrationResponseJSON> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  } catch (error) {
    const text = error instanceof Error ? TEXTS[error.name] : undefined;
    throw new ApiError(text ?? 'Your browser could not create a passkey. Please try again.', {
      status: 0,
      code: 'unknown',
    });
  }
}

const PASSKEYS = ['passkeys'];

const usePasskeys = () =>
  useQuery({
    queryKey: PASSKEYS,
    queryFn: () => orLogin(callApi('GET /account/api/passkeys')),
    select: ({ passkeys }) => passkeys,
  });
